// The camera arm: a foot under the tray's far edge, a square tube, a boom that slides on it, a bracket that tilts.
include <common.scad>

part = "foot";
placed = false;
height = (arm_camera_lowest + arm_camera_highest) / 2;  // of the lens above the mat, where it is placed

inner = arm_tube + 2 * printer_gap;
outer = inner + 2 * arm_shell;
mast_y = base_far + arm_behind;
reach = mast_y + mat_rail_bottom / 2;  // to the middle between the markers

// The foot as it stands: z = 0 is the table.
module foot() {
    deep = arm_tongue_depth;
    wide = arm_tongue_width;
    difference() {
        union() {
            rotate(180) clamp(arm_socket + arm_tongue, [18, arm_socket - 8]);
            translate([-wide / 2, -arm_behind - deep, 0]) cube([wide, deep, arm_tongue]);
            hull() {
                translate([-wide / 2, -arm_behind + 0.5, 0]) cube([wide, arm_behind - 0.5, arm_tongue]);
                translate([-outer / 2, -outer / 2, 0]) cube([outer, outer, arm_tongue]);
            }
            // Gussets stiffen the foot against the pull of the boom.
            for (side = [-1, 1])
                translate([side * (outer / 2 - 3), 0, arm_tongue - e]) rotate([90, 0, 90]) translate([0, 0, -3])
                    linear_extrude(6) polygon([[0, 0], [-arm_behind + 1, 0], [-arm_behind + 1, tray_thickness],
                                               [-outer / 2 + 1, arm_socket * 0.6], [0, arm_socket * 0.6]]);
            for (side = [0, 180])
                rotate(side) translate([outer / 2 - e, 3, arm_tongue - e]) rotate([90, 0, 0]) linear_extrude(6)
                    polygon([[0, 0], [wide / 2 - outer / 2, 0], [0, arm_socket * 0.6]]);
        }
        translate([-inner / 2, -inner / 2, arm_tongue]) cube([inner, inner, arm_socket + 1]);
        for (x = arm_foot_bolts) {
            hole([x, -arm_behind - arm_foot_bolts_in, 0], arm_bolt, arm_tongue);
            translate([x, -arm_behind - arm_foot_bolts_in, -e]) cylinder(d = 8.2, h = 3.4, $fn = 6);
        }
    }
}

// The boom, z = 0 at its underside, the mast's middle at the origin, the camera towards -y.
module boom() {
    long = reach - 10;
    b = arm_boom;
    difference() {
        union() {
            rotate(180) clamp(arm_sleeve, [arm_sleeve / 2]);
            translate([-b / 2, -long + 14, 0]) cube([b, long - 14 - outer / 2 + 1, b]);
            // A brace from the sleeve's top down to the boom.
            translate([-4, -outer / 2 + e, b - e]) rotate([90, 0, 90])
                linear_extrude(8) polygon([[0, 0], [-arm_sleeve, 0], [0, arm_sleeve - b]]);
            for (side = [-1, 1])
                hull() {
                    translate([side * (arm_knuckle / 2 + printer_gap + 3) - 3, -long + 14 - e, 0]) cube([6, 1, b]);
                    translate([side * (arm_knuckle / 2 + printer_gap + 3) - 3, -reach, b / 2])
                        rotate([0, 90, 0]) cylinder(d = 16, h = 6);
                }
        }
        translate([-20, -reach, b / 2]) rotate([0, 90, 0]) cylinder(d = arm_bolt, h = 40);
        // The tray light lies in a groove underneath; its wires come up through a hole near the mast.
        translate([-arm_light_groove / 2, -long + 18, -e]) cube([arm_light_groove, long - 18 - outer / 2 - 12, 2]);
        hole([0, -outer / 2 - 16, 0], 4, b);
    }
}

// The bracket: a leaf for a Pi camera that looks down, a leaf for a webcam that is screwed on by its tripod thread.
// The hinge's bolt is the origin.
module bracket() {
    t = arm_bracket;
    w = arm_bracket_width;
    d = arm_bracket_depth;
    difference() {
        union() {
            hull() {
                translate([-arm_knuckle / 2, 0, 0]) rotate([0, 90, 0]) cylinder(d = 16, h = arm_knuckle);
                translate([-arm_knuckle / 2, -8, -arm_hinge - t]) cube([arm_knuckle, 16, 1]);
            }
            translate([-w / 2, -d / 2, -arm_hinge - t]) cube([w, d, t]);
            translate([-w / 2, d / 2 - t, -arm_hinge - t - 40]) cube([w, t, 41]);
            for (side = [-1, 1])
                translate([side * (w / 2 - 2) - 2, d / 2 - t + e, -arm_hinge - t + e]) rotate([90, 0, 90])
                    linear_extrude(4) polygon([[0, 0], [-14, 0], [0, -14]]);
        }
        translate([-20, 0, 0]) rotate([0, 90, 0]) cylinder(d = arm_bolt, h = 40);
        // A Pi camera's four holes, 21 by 12.5 mm: it hangs below the leaf.
        for (x = [-10.5, 10.5], y = [-12.5, 0]) hole([x, y + 3, -arm_hinge - t], 2.2, t);
        // A slot for the camera screw.
        hull() for (x = [-14, 14])
            translate([x, d / 2 + e, -arm_hinge - t - 24]) rotate([90, 0, 0]) cylinder(d = arm_quarter_inch, h = t + 2 * e);
    }
}

if (part == "foot") {
    if (placed) translate([middle_x, mast_y, -tray_thickness - arm_tongue]) foot();
    else foot();
}
if (part == "tube" && placed)
    difference() {
        translate([middle_x - arm_tube / 2, mast_y - arm_tube / 2, -tray_thickness]) cube([arm_tube, arm_tube, arm_tube_length]);
        translate([middle_x - arm_tube / 2 + 1.5, mast_y - arm_tube / 2 + 1.5, -tray_thickness - 1])
            cube([arm_tube - 3, arm_tube - 3, arm_tube_length + 2]);
    }
if (part == "boom") {
    if (placed) translate([middle_x, mast_y, height + arm_lens - arm_boom / 2]) boom();
    else rotate([0, 90, 0]) boom();
}
if (part == "bracket") {
    if (placed) translate([middle_x, mast_y - reach, height + arm_lens]) bracket();
    else rotate([-90, 0, 0]) bracket();
}
