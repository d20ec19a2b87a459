// The scoreboard's case: two halves of a frame with a window, two halves of a back, clips, splices and stands.
// The lights look towards +z; x to the right as seen from the front; the window's middle is the origin.
include <common.scad>

part = "front_left";
placed = false;

s = case_shell;
lights_x = case_module * case_modules;
lights_y = case_module;
pane_x = lights_x + 2 * case_pane_margin;
pane_y = lights_y + 2 * case_pane_margin;
in_x = pane_x + 2 * case_side;
in_y = pane_y + 2 * case_side;
out_x = in_x + 2 * s;
out_y = in_y + 2 * s;
deep = case_pane + case_module_depth + case_room;  // behind the front's inside
post = case_pane + case_module_depth;              // a clip on a post presses the modules on the pane
post_y = in_y / 2 - case_post / 2;
clip_x = [-lights_x * 3 / 8, -lights_x / 8 - 8, lights_x / 8 + 8, lights_x * 3 / 8];
splice_x = [-12, 12];
corner_x = in_x / 2 - case_post / 2;

module post_at(x, y, height) {
    translate([x - case_post / 2, y - case_post / 2, -height]) cube([case_post, case_post, height + e]);
}

module pilot(x, y, height) {
    translate([x, y, -height - e]) cylinder(d = case_screw_hole, h = 9);
}

// z = 0 is the inside of the front wall; the case goes down from there.
module front() {
    difference() {
        union() {
            difference() {
                block([-out_x / 2, -out_y / 2, -deep], [out_x / 2, out_y / 2, s]);
                block([-in_x / 2, -in_y / 2, -deep - 1], [in_x / 2, in_y / 2, 0]);
            }
            for (x = concat(clip_x, splice_x), y = [-post_y, post_y]) post_at(x, y, post);
            for (x = [-corner_x, corner_x], y = [-post_y, post_y]) post_at(x, y, deep);
            for (x = [-lights_x / 4, lights_x / 4], y = [-post_y, post_y]) post_at(x, y, deep);
        }
        block([-lights_x / 2, -lights_y / 2, -1], [lights_x / 2, lights_y / 2, s + 1]);
        for (x = concat(clip_x, splice_x), y = [-post_y, post_y]) pilot(x, y, post);
        for (x = [-corner_x, -lights_x / 4, lights_x / 4, corner_x], y = [-post_y, post_y]) pilot(x, y, deep);
        // The Nano's USB plug comes in from below, on the side where the chain begins.
        block([lights_x / 4 + 14, -out_y / 2 - 1, -deep - 1], [lights_x / 4 + 28, -in_y / 2 + 1, -deep + 10]);
        // Wires to supply and ring.
        block([lights_x / 4 + 34, -out_y / 2 - 1, -deep - 1], [lights_x / 4 + 42, -in_y / 2 + 1, -deep + 8]);
    }
}

module back() {
    difference() {
        block([-out_x / 2, -out_y / 2, -deep - s], [out_x / 2, out_y / 2, -deep]);
        for (x = [-corner_x, -lights_x / 4, lights_x / 4, corner_x], y = [-post_y, post_y])
            hole([x, y, -deep - s], case_screw, s);
        for (x = [-lights_x * 3 / 8 : 8 : lights_x * 3 / 8])
            if (abs(x) > 6 && abs(abs(x) - lights_x / 4) > 3)
                block([x - 1.5, -10, -deep - s - 1], [x + 1.5, 10, -deep + 1]);
    }
}

module half(left) {
    intersection() {
        children();
        block([left ? -out_x : 0, -out_y, -100], [left ? 0 : out_x, out_y, 100]);
    }
}

module clip() {
    difference() {
        translate([-6, -in_y / 2 + 0.5, 0]) cube([12, in_y - 1, 4]);
        for (y = [-post_y, post_y]) hole([0, y, 0], case_screw, 4);
    }
}

module splice() {
    difference() {
        translate([-12 - 6, -case_post / 2, 0]) cube([36, case_post, 4]);
        for (x = splice_x) hole([x, 0, 0], case_screw, 4);
    }
}

// A stand grips the case's lower edge and leans it back. Here x runs backwards, y up, from the case's lower front edge.
module stand() {
    whole = deep + 2 * s + 2 * printer_gap;
    sunk = whole * sin(case_lean) + 4;
    up = [sin(case_lean), cos(case_lean)];
    behind = whole / cos(case_lean);
    linear_extrude(case_stand_width) difference() {
        polygon([[-8, -sunk], [whole + case_stand_foot, -sunk], [whole + case_stand_foot, 5 - sunk],
                 [behind + 6 + case_stand_back * up[0], case_stand_back * up[1] - sunk / 2],
                 [0, case_stand_back * up[1] - sunk / 2], [-5 + case_stand_lip * up[0], case_stand_lip * up[1]],
                 [-8, -sunk + 4]]);
        rotate(-case_lean) translate([-printer_gap, 0]) square([whole, 2 * case_stand_back]);
        // Nothing in front of the case above the lip.
        rotate(-case_lean) translate([-50, case_stand_lip]) square([51, 60]);
    }
}

if (part == "front_left") if (placed) half(true) front(); else rotate([180, 0, 0]) half(true) front();
if (part == "front_right") if (placed) half(false) front(); else rotate([180, 0, 0]) half(false) front();
if (part == "back_left") half(true) back();
if (part == "back_right") half(false) back();
if (part == "clip") {
    if (placed) for (x = clip_x) translate([x, 0, -post - 4]) clip();
    else clip();
}
if (part == "splice") {
    if (placed) for (y = [-post_y, post_y]) translate([0, y, -post - 4]) splice();
    else splice();
}
if (part == "stand") {
    if (placed) for (x = [-lights_x / 4, lights_x / 4])
        multmatrix([[0, 0, 1, x - case_stand_width / 2], [0, 1, 0, -out_y / 2], [-1, 0, 0, s], [0, 0, 0, 1]])
            rotate(case_lean) stand();
    else stand();
}
if (part == "pane" && placed) block([-pane_x / 2, -pane_y / 2, -case_pane], [pane_x / 2, pane_y / 2, 0]);
if (part == "modules" && placed)
    for (i = [0 : case_modules - 1])
        translate([(i - case_modules / 2) * case_module + 0.3, -case_module / 2, -post]) cube([case_module - 0.6, case_module, case_module_depth]);
