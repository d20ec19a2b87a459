/* Which device hangs on which pin of the board, and the edges that go through the wires. */
#ifndef WIRING_H
#define WIRING_H

#include <stdbool.h>

#include "apa102_strip.h"
#include "max7219_chain.h"
#include "sim_avr.h"

struct wiring {
    avr_t *avr;
    bool level[3][8]; /* ports B, C, D */
    struct max7219_chain chain;
    struct apa102_strip strip;
    avr_cycle_count_t last_edge; /* the last edge that a device could see */
};

/* Wires the ring to other pins, given like "D6,D7": clock, data. False where that names no two pins. */
bool wiring_move_ring(const char *pins);

/* Wires LOAD of the modules to another pin, given like "B2". False where that names none. */
bool wiring_move_load(const char *pin);

/* Connects the devices to the pins of `avr`; call once, after avr_init. */
void wiring_connect(struct wiring *wiring, avr_t *avr, int modules, int lights);

/* Power goes off and on: the devices forget. */
void wiring_power_on(struct wiring *wiring);

/* Every module of the chain forgets its registers, as after a spark. */
void wiring_glitch(struct wiring *wiring);

#endif
