/* A chain of MAX7219 modules as its datasheet has it: a shift register of 16 bits a module that takes a bit with each
 * rising edge of CLK whatever LOAD is, and whose words act on the rising edge of LOAD. */
#ifndef MAX7219_CHAIN_H
#define MAX7219_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#define CHAIN_MAX 16
#define CHAIN_ROWS 8

struct max7219 {
    uint16_t shift;
    uint8_t digits[CHAIN_ROWS];
    uint8_t decode;
    uint8_t intensity;
    uint8_t scan_limit;
    bool awake;
    bool test;
};

struct max7219_chain {
    int modules;
    struct max7219 module[CHAIN_MAX]; /* module[0] is the one whose DIN the microcontroller drives: the rightmost */
};

/* As after power-on: asleep, one digit scanned. */
void max7219_chain_power_on(struct max7219_chain *chain, int modules);

void max7219_chain_clock(struct max7219_chain *chain, bool din);
void max7219_chain_load(struct max7219_chain *chain);

/* Whether a pixel is lit; row from the top, column from the left. */
bool max7219_chain_pixel(const struct max7219_chain *chain, int row, int column);

/* The intensity register of a module counted from the left. */
int max7219_chain_intensity(const struct max7219_chain *chain, int module);

#endif
