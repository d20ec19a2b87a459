/* Prints each picture that modules and ring really show, as one line of JSON. */
#ifndef PICTURE_H
#define PICTURE_H

#include "wiring.h"

struct picture {
    struct wiring *wiring;
    avr_cycle_count_t looked_at; /* the edge up to which everything has been looked at */
    char shown[8192];            /* the last line printed, without its cycle */
};

/* A picture is complete when no wire has moved for this long; rows and lights of one picture follow each other
 * faster. */
#define QUIET_CYCLES 1600

void picture_start(struct picture *picture, struct wiring *wiring);

/* Prints the picture if it is complete and another than the last. */
void picture_look(struct picture *picture);

#endif
