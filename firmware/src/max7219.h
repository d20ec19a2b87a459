/* A chain of MAX7219 modules of 8 x 8 pixels on the SPI hardware. */
#ifndef MAX7219_H
#define MAX7219_H

#include <stdint.h>

void max7219_start(void);

/* Writes every register of every module, so that one that was upset by a glitch is right again.
 * `rows`: ROWS rows of `modules` bytes, left to right, the most significant bit leftmost. `inverted`: bits of the top
 * row's last byte that are shown the other way round. */
void max7219_show(const uint8_t *rows, uint8_t modules, uint8_t intensity, uint8_t inverted);

#endif
