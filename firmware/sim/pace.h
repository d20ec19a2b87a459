/* Keeps the simulation at the pace of the clock on the wall. */
#ifndef PACE_H
#define PACE_H

#include "sim_avr.h"

struct pace {
    double speed; /* seconds of the board in a second; 0: no pace */
    long long wall_start; /* nanoseconds */
    avr_cycle_count_t cycle_start;
};

void pace_start(struct pace *pace, avr_cycle_count_t cycle, double speed);

/* Waits until the clock on the wall has come as far as the board's. Time that this machine was too slow for is given
 * up, not caught up with. */
void pace_keep(struct pace *pace, avr_cycle_count_t cycle);

#endif
