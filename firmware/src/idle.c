#include "idle.h"

#include <avr/pgmspace.h>
#include <string.h>

#include "protocol.h"

#define IDLE_INTENSITY 1
#define LIGHTS_APART 5

static const uint8_t sun[ROWS] PROGMEM = {
    0x99, /* #..##..# */
    0x42, /* .#....#. */
    0x3C, /* ..####.. */
    0xBD, /* #.####.# */
    0xBD, /* #.####.# */
    0x3C, /* ..####.. */
    0x42, /* .#....#. */
    0x99, /* #..##..# */
};
static const uint8_t amber[3] PROGMEM = {40, 20, 0};

void idle_draw(uint8_t *frame, uint8_t modules, uint8_t lights)
{
    uint8_t middle = modules / 2;

    memset(frame, 0, FRAME_BYTES(modules, lights));
    frame[0] = IDLE_INTENSITY;
    uint8_t *row = frame + 1;
    for (uint8_t i = 0; i < ROWS; i++, row += modules) {
        uint8_t bits = pgm_read_byte(&sun[i]);
        if (modules % 2 == 1) {
            row[middle] = bits;
        } else {
            row[middle - 1] = bits >> 4;
            row[middle] = (uint8_t)(bits << 4);
        }
    }
    for (uint8_t light = 0; light < lights; light += LIGHTS_APART)
        memcpy_P(row + 3 * light, amber, sizeof amber);
}
