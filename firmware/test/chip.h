/* In place of the chip: a clock that the test sets, the line's sending end, the EEPROM, and outputs that note what they
 * show. What of the firmware doesn't touch registers runs on it as it is. */
#ifndef CHIP_H
#define CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define CHIP_SAID 512

struct chip {
    uint32_t now;         /* milliseconds */
    bool send_buffer_full; /* answers are dropped */
    bool eeprom_fails;    /* cells keep what they have */
    uint32_t eeprom_ready_at;
    uint8_t eeprom[64];

    uint8_t said[CHIP_SAID]; /* the latest of what was sent */
    uint16_t said_length;

    uint8_t modules; /* of the picture shown */
    uint8_t lights;
    uint8_t intensity;
    uint8_t rows[ROWS * MODULES_MAX];
    uint8_t ring[3 * LIGHTS_MAX]; /* scaled */
    uint32_t pictures;            /* that the modules were given */
    bool unsigned_between;        /* see chip_watch_corner */
};

extern struct chip chip;

/* Switches power on: everything forgotten but the EEPROM. */
void chip_power_on(void);

/* From now on every picture has to have the top right pixel like this, else `unsigned_between` is set. */
void chip_watch_corner(bool lit);
bool chip_corner_is_lit(void);

/* What modules and ring draw now, in tenths of a milliampere, the chips' own current included. */
uint32_t chip_tenths_ma(void);

#endif
