#include "settings.h"

#include <avr/eeprom.h>
#include <avr/io.h>
#include <stddef.h>

#include "board.h"
#include "crc.h"
#include "protocol.h"

/* Not at 0: that is the cell which a brown-out damages. */
#define WHERE 16
#define LENGTH (SETTINGS_BYTES + CRC_BYTES)
#define UNWRITTEN 0xFF

static uint8_t image[LENGTH];
static uint8_t stored = LENGTH + 1; /* bytes written; LENGTH: to be read back; above: nothing to do */

static uint8_t *cell(uint8_t i)
{
    return (uint8_t *)(uintptr_t)(WHERE + i);
}

bool settings_parse(const uint8_t *payload, struct settings *settings)
{
    settings->limit_ma = payload[0] | (uint16_t)((uint16_t)payload[1] << 8);
    settings->modules = payload[2];
    settings->lights = payload[3];
    return settings->limit_ma >= LIMIT_MA_MIN && settings->limit_ma <= LIMIT_MA_MAX && settings->modules >= 1 &&
           settings->modules <= MODULES_MAX && settings->lights >= 1 && settings->lights <= LIGHTS_MAX;
}

enum settings_source settings_load(struct settings *settings)
{
    uint8_t bytes[LENGTH];
    bool unwritten = true;

    stored = LENGTH + 1;
    for (uint8_t i = 0; i < LENGTH; i++) {
        bytes[i] = eeprom_read_byte(cell(i));
        unwritten = unwritten && bytes[i] == UNWRITTEN;
    }
    if (!unwritten && crc_is_right(bytes, LENGTH) && settings_parse(bytes, settings))
        return SETTINGS_EEPROM;
    *settings = (struct settings){
        .limit_ma = DEFAULT_LIMIT_MA,
        .modules = DEFAULT_MODULES,
        .lights = DEFAULT_LIGHTS,
    };
    return unwritten ? SETTINGS_DEFAULT : SETTINGS_DAMAGED;
}

void settings_store(const struct settings *settings)
{
    image[0] = (uint8_t)settings->limit_ma;
    image[1] = (uint8_t)(settings->limit_ma >> 8);
    image[2] = settings->modules;
    image[3] = settings->lights;
    crc_append(image, SETTINGS_BYTES);
    stored = 0;
}

bool settings_busy(void)
{
    return stored <= LENGTH;
}

enum storing settings_poll(void)
{
    /* A byte takes 3.4 ms to write: long enough to overrun the line if one waited for it. */
    if (!settings_busy())
        return STORING_NOTHING;
    if (!eeprom_is_ready())
        return STORING;
    if (stored < LENGTH) {
        eeprom_update_byte(cell(stored), image[stored]);
        stored++;
        return STORING;
    }
    stored++;
    for (uint8_t i = 0; i < LENGTH; i++)
        if (eeprom_read_byte(cell(i)) != image[i])
            return STORING_FAILED;
    return STORED;
}
