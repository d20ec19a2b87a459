/* What the board does with the host's messages, and without them. */
#ifndef SCOREBOARD_H
#define SCOREBOARD_H

#include <stdint.h>

void scoreboard_start(void);

/* Takes one byte from the line. */
void scoreboard_receive(uint8_t byte);

/* Does what time asks for: refreshing, storing, noticing that the host is gone. */
void scoreboard_poll(void);

#endif
