/* What the parent process tells on standard input, one command a line. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>

#include "board.h"

/* The commands, for --help. */
extern const char commands_help[];

/* Obeys what has come. False when standard input is closed. */
bool commands_read(struct board *board);

#endif
