/* The serial line: a pty of its own at one end, the UART at the other, bytes in between at the line's pace. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim_avr.h"

#define LINE_BAUD 250000
#define LINE_BYTES 4096

struct line {
    avr_t *avr;
    int pty; /* master; -1 while unplugged */
    bool opened; /* somebody has the pty open */
    uint8_t to_board[LINE_BYTES];
    int to_board_begin;
    int to_board_end;
    avr_cycle_count_t free_at; /* when the line can carry the next byte to the board */
    uint8_t to_host[LINE_BYTES];
    int to_host_end;
};

void line_connect(struct line *line, avr_t *avr);

/* Makes a pty, raw, and prints its name as a line of JSON. False where the system has none. */
bool line_plug(struct line *line);

/* Hangs up: whoever has the pty open gets an error. */
void line_unplug(struct line *line);

/* Moves bytes between the pty and the line. True where somebody has just opened the pty. */
bool line_pump(struct line *line);

#endif
