// The tray: four quarters of the base, butterflies that join them, marker plates, and the covers of the ring.
include <common.scad>

part = "base_far_left";
placed = false;  // where it belongs in the machine, rather than how it is printed

plate = mat_marker + 2 * mat_marker_border;

marker_x = [-mat_marker_offset, mat_rolling_width + mat_marker_offset];
marker_y = [mat_marker_offset, -mat_rail_bottom - mat_marker_offset];

ring_left = -ring_offset;
ring_right = mat_rolling_width + ring_offset;
ring_far = ring_offset;
ring_near = -mat_rail_bottom - ring_offset;

// A frame along the ring, `width` wide, from z0 to z1.
module frame(width, z0, z1) {
    w = width / 2;
    difference() {
        block([ring_left - w, ring_near - w, z0], [ring_right + w, ring_far + w, z1]);
        block([ring_left + w, ring_near + w, z0 - 1], [ring_right - w, ring_far - w, z1 + 1]);
    }
}

module wall(from, to, height) {
    c = 1;  // chamfer
    hull() {
        block([from[0], from[1], -e], [to[0], to[1], height - c]);
        block([from[0] + c, from[1] + c, height - c - e], [to[0] - c, to[1] - c, height]);
    }
}

module walls() {
    w = tray_wall;
    r = mat_rolling_width;
    b = mat_rolling_height;
    wall([-w, -b - w], [0, w], tray_wall_height);
    wall([r, -b - w], [r + w, w], tray_wall_height);
    wall([-w, 0], [r + w, w], tray_wall_height);
    wall([-w, -b - w], [r + w, -b], tray_wall_height);
    wall([-w, -mat_rail_bottom - w], [0, -b - w + 2], tray_rail_wall_height);
    wall([r, -mat_rail_bottom - w], [r + w, -b - w + 2], tray_rail_wall_height);
    wall([-w, -mat_rail_bottom - w], [r + w, -mat_rail_bottom], tray_rail_wall_height);
}

module base() {
    difference() {
        union() {
            block([base_left, base_near, -tray_thickness], [base_right, base_far, 0]);
            walls();
        }
        block([0, -mat_rolling_height, -tray_floor_depth], [mat_rolling_width, 0, tray_wall_height + 1]);
        block([0, -mat_rail_bottom, -tray_floor_depth], [mat_rolling_width, -mat_rail_top, tray_wall_height + 1]);
        frame(ring_trench_width, -ring_cover - ring_trench_depth, 1);
        frame(ring_cover_width + 2 * printer_gap, -ring_cover, 1);
        for (x = marker_x, y = marker_y)
            translate([x, y, -ring_cover]) linear_extrude(2) square(plate + 2 * printer_gap, center = true);
        // The ring's wires come out under the far left marker plate.
        block([base_left - 1, ring_far - 4, -ring_cover - ring_trench_depth], [ring_left, ring_far + 4, 1 - ring_cover]);
        for (x = key_across) pocket([x, middle_y], 90);
        for (y = key_along) pocket([middle_x, y], 0);
        foot_bolts();
    }
}

module pocket(at, turn) {
    translate([at[0], at[1], -tray_thickness - e]) rotate(turn) butterfly(key_height + 0.2, printer_gap / 2);
}

// Countersunk bolts that hold the foot of the camera arm under the far edge.
module foot_bolts() {
    for (x = arm_foot_bolts)
        translate([middle_x + x, base_far - arm_foot_bolts_in, 0]) {
            hole([0, 0, -tray_thickness], arm_bolt, tray_thickness);
            translate([0, 0, -2.4]) cylinder(d1 = arm_bolt, d2 = 9, h = 2.4 + e);
        }
}

module quarter(left, far_side) {
    x = left ? [base_left - 1, middle_x] : [middle_x, base_right + 1];
    y = far_side ? [middle_y, base_far + 1] : [base_near - 1, middle_y];
    intersection() {
        base();
        block([x[0], y[0], -50], [x[1], y[1], 50]);
    }
}

// A cover of the ring between two marker plates; two make a side.
module cover(between) {
    length = between / 2 - printer_gap;
    translate([-length / 2, -ring_cover_width / 2, 0]) cube([length, ring_cover_width, ring_cover]);
}

between_x = mat_rolling_width + 2 * mat_marker_offset - plate - 2 * printer_gap;
between_y = mat_rail_bottom + 2 * mat_marker_offset - plate - 2 * printer_gap;

if (part == "base_far_left") quarter(true, true);
if (part == "base_far_right") quarter(false, true);
if (part == "base_near_left") quarter(true, false);
if (part == "base_near_right") quarter(false, false);
if (part == "key") {
    if (placed) {
        for (x = key_across) translate([x, middle_y, -tray_thickness]) rotate(90) butterfly(key_height);
        for (y = key_along) translate([middle_x, y, -tray_thickness]) butterfly(key_height);
    } else butterfly(key_height);
}
if (part == "marker_plate") {
    if (placed) {
        for (x = marker_x, y = marker_y)
            translate([x, y, -ring_cover]) linear_extrude(ring_cover) square(plate, center = true);
    } else linear_extrude(ring_cover) square(plate, center = true);
}
if (part == "cover_long") {
    if (placed) {
        for (x = [-1, 1], y = [ring_far, ring_near])
            translate([middle_x + x * between_x / 4, y, -ring_cover]) cover(between_x);
    } else cover(between_x);
}
if (part == "cover_short") {
    if (placed) {
        for (y = [-1, 1], x = [ring_left, ring_right])
            translate([x, middle_y + y * between_y / 4, -ring_cover]) rotate(90) cover(between_y);
    } else cover(between_y);
}

// What isn't printed, for the pictures: the strip's pieces with their lights, and the felt.
module piece(lights) {
    pitch = 1000 / ring_per_metre;
    translate([-lights * pitch / 2, -ring_strip_width / 2, -ring_cover - ring_trench_depth + e])
        cube([lights * pitch, ring_strip_width, 0.4]);
    for (i = [0 : lights - 1])
        translate([(i + 0.5 - lights / 2) * pitch - 2.5, -2.5, -ring_cover - ring_trench_depth + 0.3]) cube([5, 5, 1.6]);
}

strip_y = (ring_far + ring_near) / 2;
if (part == "strip") {
    translate([middle_x, ring_far]) piece(ring_pieces[0]);
    translate([ring_right, strip_y]) rotate(-90) piece(ring_pieces[1]);
    translate([middle_x, ring_near]) rotate(180) piece(ring_pieces[2]);
    translate([ring_left, strip_y]) rotate(90) piece(ring_pieces[3]);
}
if (part == "felt") {
    block([0, -mat_rolling_height, -tray_floor_depth + e], [mat_rolling_width, 0, 0]);
    block([0, -mat_rail_bottom, -tray_floor_depth + e], [mat_rolling_width, -mat_rail_top, 0]);
}
