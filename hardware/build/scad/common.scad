// What the printed parts share. Lengths in millimetres; x to the right, y away from the players, z up; the mat's
// top-left corner is the origin and its surface z = 0, so the mat's own y counts downwards: y = -mat_y.
include <parameters.scad>

$fn = 40;
e = 0.01;  // what two solids overlap by where they have to become one
far = mat_marker_offset + mat_marker / 2 + mat_marker_border;  // of the markers' outer edge from rolling area and rail

base_left = -far - tray_margin;
base_right = mat_rolling_width + far + tray_margin;
base_far = far + tray_margin;
base_near = -mat_rail_bottom - far - tray_margin;
middle_x = (base_left + base_right) / 2;
middle_y = (base_far + base_near) / 2;

// A box from corner to corner.
module block(from, to) {
    translate(from) cube(to - from);
}

// A hole for a bolt or screw along z.
module hole(at, diameter, depth) {
    translate([at[0], at[1], at[2] - e]) cylinder(d = diameter, h = depth + 2 * e);
}

// A butterfly, flat, along x; `slack` widens it for the pocket that it is pressed into.
module butterfly(height, slack = 0) {
    l = key_length / 2 + slack;
    w = key_width / 2 + slack;
    n = key_waist / 2 + slack;
    linear_extrude(height) polygon([[-l, -w], [0, -n], [l, -w], [l, w], [0, n], [-l, w]]);
}

// A sleeve round the tube, open at a slit towards -y, with ears for a bolt; the tube runs along z.
module clamp(height, bolts) {
    inner = arm_tube + 2 * printer_gap;
    outer = inner + 2 * arm_shell;
    difference() {
        union() {
            translate([-outer / 2, -outer / 2, 0]) cube([outer, outer, height]);
            translate([-arm_slit / 2 - arm_shell, -outer / 2 - arm_ear, 0])
                cube([arm_slit + 2 * arm_shell, arm_ear + e, height]);
        }
        translate([-inner / 2, -inner / 2, -e]) cube([inner, inner, height + 2 * e]);
        translate([-arm_slit / 2, -outer / 2 - arm_ear - e, -e]) cube([arm_slit, arm_ear + arm_shell + 1, height + 2 * e]);
        for (z = bolts)
            translate([-outer, -outer / 2 - arm_ear / 2, z]) rotate([0, 90, 0]) cylinder(d = arm_bolt, h = 2 * outer);
    }
}
