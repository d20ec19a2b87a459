/* The simulated board: the microcontroller, what hangs on it, and what can happen to it. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>

#include "line.h"
#include "picture.h"
#include "sim_avr.h"
#include "watchdog.h"
#include "wiring.h"

#define FREQUENCY 16000000u

struct board {
    avr_t *avr;
    int static_bytes; /* of SRAM, below the stack */
    bool hang_wanted;
    bool deaf; /* it is to hang with interrupts off */
    avr_cycle_count_t watchdog_at; /* when such a hang ends in a reset; 0: never */
    enum bootloader bootloader;
    struct wiring wiring;
    struct picture picture;
    struct line line;
};

/* Makes a board with the firmware of an ELF file, and switches it on. False, with a line that says why, where the file
 * can't be read. */
bool board_make(struct board *board, const char *elf, int modules, int lights);

/* By way of the board's bootloader, if it gets past that. */
void board_reset(struct board *board, enum reset_cause cause);

/* The main program loops for ever from the next instruction on that isn't an interrupt's, and if it is `deaf` with
 * interrupts off: see board_hang, to be called after each instruction. */
void board_want_hang(struct board *board, bool deaf);
void board_hang(struct board *board);

/* Takes "ADDRESS VALUE". */
void board_write_eeprom(struct board *board, const char *address_and_value);

/* Prints the most bytes of stack that were used since power-on, as a line of JSON. */
void board_tell_stack(const struct board *board);

#endif
