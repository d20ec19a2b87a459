/* The built-in picture of a board whose host is away: a sun, and every fifth light of the ring dim. */
#ifndef IDLE_H
#define IDLE_H

#include <stdint.h>

/* Draws it as the payload of a FRAME. */
void idle_draw(uint8_t *frame, uint8_t modules, uint8_t lights);

#endif
