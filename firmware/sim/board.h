/* The simulated board: the microcontroller, what hangs on it, and what can happen to it. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>

#include "line.h"
#include "picture.h"
#include "sim_avr.h"
#include "wiring.h"

#define FREQUENCY 16000000u

enum reset_cause {
    POWER_ON = 1,
    EXTERNAL = 2,
    BROWN_OUT = 4,
};

struct board {
    avr_t *avr;
    int static_bytes; /* of SRAM, below the stack */
    bool hang_wanted;
    struct wiring wiring;
    struct picture picture;
    struct line line;
};

/* Makes a board with the firmware of an ELF file, and switches it on. False, with a line that says why, where the file
 * can't be read. */
bool board_make(struct board *board, const char *elf, int modules, int lights);

void board_reset(struct board *board, enum reset_cause cause);

/* A press of the reset button on a board with the new bootloader, which clears MCUSR and hands its value over in r2. */
void board_reset_through_optiboot(struct board *board);

/* The main program loops for ever from the next instruction on that isn't an interrupt's: see board_hang. */
void board_want_hang(struct board *board);
void board_hang(struct board *board);

/* Takes "ADDRESS VALUE". */
void board_write_eeprom(struct board *board, const char *address_and_value);

/* Prints the most bytes of stack that were used since power-on, as a line of JSON. */
void board_tell_stack(const struct board *board);

#endif
