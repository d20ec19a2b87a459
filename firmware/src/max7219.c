#include "max7219.h"

#include "pins.h"
#include "protocol.h"

enum max7219_register {
    DIGIT_0 = 0x1,
    DECODE_MODE = 0x9,
    INTENSITY = 0xA,
    SCAN_LIMIT = 0xB,
    SHUTDOWN = 0xC,
    DISPLAY_TEST = 0xF,
};

void max7219_start(void)
{
    SET_HIGH(MATRIX_LOAD);
    MAKE_OUTPUT(MATRIX_LOAD);
    MAKE_OUTPUT(MATRIX_DIN);
    MAKE_OUTPUT(MATRIX_CLK);
    MAKE_OUTPUT(SPI_SELECT);
    /* Master, mode 0, 2 MHz: a fifth of what the chip takes, for the sake of long wires. */
    SPCR = _BV(SPE) | _BV(MSTR) | _BV(SPR0);
    SPSR = _BV(SPI2X);
}

static void send(uint8_t byte)
{
    SPDR = byte;
    loop_until_bit_is_set(SPSR, SPIF);
}

static void load_low(void)
{
    SET_LOW(MATRIX_LOAD);
}

/* The rising edge latches: all modules take what lies in their shift registers. */
static void load_high(void)
{
    SET_HIGH(MATRIX_LOAD);
}

static void write_all(uint8_t reg, uint8_t value, uint8_t modules)
{
    load_low();
    while (modules-- > 0) {
        send(reg);
        send(value);
    }
    load_high();
}

/* What is sent first ends in the last module of the chain, the leftmost. */
static void show_row(uint8_t row, const uint8_t *bytes, uint8_t modules, uint8_t inverted)
{
    load_low();
    while (modules-- > 0) {
        send(DIGIT_0 + row);
        send(modules > 0 ? *bytes : *bytes ^ inverted);
        bytes++;
    }
    load_high();
}

void max7219_show(const uint8_t *rows, uint8_t modules, uint8_t intensity, uint8_t inverted)
{
    write_all(DISPLAY_TEST, 0, modules);
    write_all(DECODE_MODE, 0, modules);
    write_all(SCAN_LIMIT, ROWS - 1, modules);
    write_all(INTENSITY, intensity, modules);
    for (uint8_t row = 0; row < ROWS; row++)
        show_row(row, rows + (uint16_t)row * modules, modules, row == 0 ? inverted : 0);
    write_all(SHUTDOWN, 1, modules);
}
