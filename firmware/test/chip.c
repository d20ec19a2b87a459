#include "chip.h"

#include <avr/eeprom.h>
#include <stdlib.h>
#include <string.h>

#include "apa102.h"
#include "clock.h"
#include "max7219.h"
#include "uart.h"
#include "watchdog.h"

#define EEPROM_WRITE_MS 4

struct chip chip;

static bool watching;
static bool corner_wanted;

void chip_power_on(void)
{
    struct chip fresh = {.eeprom_fails = chip.eeprom_fails, .send_buffer_full = chip.send_buffer_full};

    memcpy(fresh.eeprom, chip.eeprom, sizeof fresh.eeprom);
    chip = fresh;
    watching = false;
}

uint32_t clock_ms(void)
{
    return chip.now;
}

uint8_t watchdog_reset_cause(void)
{
    return 1;
}

/* --- the line --- */

bool uart_write(const uint8_t *bytes, uint8_t length)
{
    if (chip.send_buffer_full || chip.said_length + length > CHIP_SAID)
        return false;
    memcpy(chip.said + chip.said_length, bytes, length);
    chip.said_length += length;
    return true;
}

uint32_t uart_overruns(void)
{
    return 0;
}

/* --- the EEPROM --- */

static uint8_t *at(const uint8_t *cell)
{
    uintptr_t address = (uintptr_t)cell;

    if (address >= sizeof chip.eeprom)
        abort();
    return chip.eeprom + address;
}

bool eeprom_is_ready(void)
{
    return (int32_t)(chip.now - chip.eeprom_ready_at) >= 0;
}

uint8_t eeprom_read_byte(const uint8_t *cell)
{
    return *at(cell);
}

void eeprom_update_byte(uint8_t *cell, uint8_t value)
{
    if (!eeprom_is_ready())
        abort(); /* the real one would wait, and the line be overrun */
    if (!chip.eeprom_fails)
        *at(cell) = value;
    chip.eeprom_ready_at = chip.now + EEPROM_WRITE_MS;
}

/* --- what is shown --- */

bool chip_corner_is_lit(void)
{
    return chip.rows[chip.modules - 1] & 1;
}

void chip_watch_corner(bool lit)
{
    watching = true;
    corner_wanted = lit;
    chip.unsigned_between = false;
}

void max7219_start(void)
{
}

void max7219_show(const uint8_t *rows, uint8_t modules, uint8_t intensity, uint8_t inverted)
{
    if (modules < 1 || modules > MODULES_MAX || intensity > INTENSITY_MAX)
        abort();
    memcpy(chip.rows, rows, (size_t)ROWS * modules);
    chip.rows[modules - 1] ^= inverted;
    chip.modules = modules;
    chip.intensity = intensity;
    chip.pictures++;
    if (watching && chip_corner_is_lit() != corner_wanted)
        chip.unsigned_between = true;
}

void apa102_start(void)
{
}

void apa102_show(const uint8_t *colours, uint8_t lights, uint16_t scale)
{
    if (lights < 1 || lights > LIGHTS_MAX || scale > SCALE_FULL)
        abort();
    for (uint16_t i = 0; i < 3u * lights; i++)
        chip.ring[i] = (uint8_t)((colours[i] * scale) >> 8);
    chip.lights = lights;
}

uint32_t chip_tenths_ma(void)
{
    uint32_t lit = 0;
    uint32_t sum = 0;

    for (uint16_t bit = 0; bit < 64u * chip.modules; bit++)
        lit += chip.rows[bit / 8] >> bit % 8 & 1;
    for (uint16_t i = 0; i < 3u * chip.lights; i++)
        sum += chip.ring[i];
    return 80u * chip.modules + 10u * chip.lights + lit * 50u * (2u * chip.intensity + 1) / 32 + sum * 200 / 255;
}
