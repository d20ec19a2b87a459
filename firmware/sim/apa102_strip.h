/* A strip of APA102 lights: 32 zero bits begin anew, then each light keeps the first 32 bits it sees and passes the
 * rest on half a clock late. A light has its colour when enough clocks have come for the delay of all lights before. */
#ifndef APA102_STRIP_H
#define APA102_STRIP_H

#include <stdbool.h>
#include <stdint.h>

#define STRIP_MAX 90

struct apa102 {
    uint8_t brightness; /* 0..31 */
    uint8_t red;
    uint8_t green;
    uint8_t blue;
};

struct apa102_strip {
    int lights;
    uint32_t word;     /* the last 32 bits */
    int zeros;         /* zero bits in a row */
    bool listening;    /* 32 zeros have come, the first frame hasn't begun */
    int bits;          /* since the first bit of the first light; -1 where no frame is running */
    struct apa102 arriving[STRIP_MAX];
    struct apa102 light[STRIP_MAX]; /* as shown */
};

/* As after power-on: dark. */
void apa102_strip_power_on(struct apa102_strip *strip, int lights);

void apa102_strip_clock(struct apa102_strip *strip, bool data);

#endif
