/* What SETTINGS have set: kept in EEPROM with a checksum. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct settings {
    uint16_t limit_ma;
    uint8_t modules;
    uint8_t lights;
};

enum settings_source {
    SETTINGS_DEFAULT = 0,
    SETTINGS_EEPROM = 1,
    SETTINGS_DAMAGED = 2, /* the defaults, because the checksum was wrong */
};

enum storing {
    STORING_NOTHING,
    STORING,
    STORED,
    STORING_FAILED,
};

/* Reads the payload of SETTINGS. False where a value is out of range. */
bool settings_parse(const uint8_t *payload, struct settings *settings);

enum settings_source settings_load(struct settings *settings);

/* Begins to store; settings_poll goes on with it. */
void settings_store(const struct settings *settings);

/* Does a little of what is to be done. Returns STORED or STORING_FAILED once, when it is done. */
enum storing settings_poll(void);

bool settings_busy(void);

#endif
