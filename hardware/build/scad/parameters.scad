// Written by `make -C hardware/build` from dimensions.toml: change that, not this.

mat_rolling_width = 240;
mat_rolling_height = 180;
mat_rail_top = 190;
mat_rail_bottom = 225;
mat_marker = 24;
mat_marker_border = 3;
mat_marker_offset = 22;

printer_largest = 220;
printer_gap = 0.25;

tray_thickness = 8;
tray_floor_depth = 2;
tray_wall = 6;
tray_wall_height = 10;
tray_rail_wall_height = 4;
tray_margin = 3;

ring_pieces = [16, 14, 16, 14];
ring_per_metre = 60;
ring_offset = 14;
ring_strip_width = 10;
ring_trench_width = 11;
ring_trench_depth = 4.4;
ring_cover_width = 14;
ring_cover = 1.6;

key_length = 24;
key_width = 14;
key_waist = 6;
key_height = 3;
key_across = [-30, 45, 195, 270];
key_along = [-15, -80, -150, -255];

arm_camera_lowest = 400;
arm_camera_highest = 650;
arm_tilt = 18;
arm_tube = 20;
arm_tube_length = 740;
arm_socket = 60;
arm_shell = 7;
arm_sleeve = 46;
arm_slit = 3;
arm_ear = 14;
arm_bolt = 4.3;
arm_foot_bolts = [-38, -16, 16, 38];
arm_foot_bolts_in = 9;
arm_hinge = 20;
arm_lens = 34;
arm_tongue = 5;
arm_tongue_width = 100;
arm_tongue_depth = 34;
arm_boom = 22;
arm_behind = 20;
arm_bracket = 4;
arm_bracket_width = 56;
arm_bracket_depth = 46;
arm_light_groove = 10.6;
arm_knuckle = 10;
arm_quarter_inch = 6.6;

case_module = 32;
case_modules = 8;
case_module_depth = 15;
case_shell = 2.4;
case_pane = 2;
case_pane_margin = 3.5;
case_room = 15;
case_post = 7;
case_screw_hole = 2.6;
case_screw = 3.4;
case_side = 8;
case_stand_width = 16;
case_stand_lip = 8;
case_stand_back = 28;
case_stand_foot = 24;
case_lean = 12;
