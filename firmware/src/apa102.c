#include "apa102.h"

#include "board.h"
#include "pins.h"

/* Brightness comes from the colour values (PWM at 19 kHz). The chip's own five bits of brightness work by a second
 * PWM at some 580 Hz, which a camera sees as bands, so they stay at full. */
#define LIGHT_HEADER (0xE0 | 31)

static inline void send_bit(uint8_t bit)
{
    if (bit)
        SET_HIGH(RING_DATA);
    else
        SET_LOW(RING_DATA);
    SET_HIGH(RING_CLOCK);
    SET_LOW(RING_CLOCK);
}

/* Unrolled: the ring is most of the time that a picture takes, and the line doesn't stop for it. */
static void send(uint8_t byte)
{
    send_bit(byte & 0x80);
    send_bit(byte & 0x40);
    send_bit(byte & 0x20);
    send_bit(byte & 0x10);
    send_bit(byte & 0x08);
    send_bit(byte & 0x04);
    send_bit(byte & 0x02);
    send_bit(byte & 0x01);
}

static void send_zeros(uint8_t count)
{
    while (count-- > 0)
        send(0);
}

void apa102_start(void)
{
    SET_LOW(RING_CLOCK);
    SET_LOW(RING_DATA);
    MAKE_OUTPUT(RING_CLOCK);
    MAKE_OUTPUT(RING_DATA);
    /* A reset in the middle of a picture leaves lights waiting for their colours. Zeros for all of them, and a start
     * frame more, and they listen again. */
    for (uint8_t light = 0; light < LIGHTS_MAX; light++)
        send_zeros(4);
    send_zeros(LIGHTS_MAX / 16 + 1 + 4);
}

static uint8_t scaled(uint8_t value, uint16_t scale)
{
    return (uint8_t)((value * scale) >> 8);
}

void apa102_show(const uint8_t *colours, uint8_t lights, uint16_t scale)
{
    send_zeros(4);
    for (uint8_t light = 0; light < lights; light++, colours += 3) {
        send(LIGHT_HEADER);
        send(scaled(colours[2], scale));
        send(scaled(colours[1], scale));
        send(scaled(colours[0], scale));
    }
    /* Each light passes the data on half a clock late, so the last needs lights / 2 clocks more. The four bytes
     * before them are what the SK9822, sold as APA102, waits for before it shows anything. Zeros, because ones
     * would light a light that the strip has more than we know of. */
    send_zeros(4);
    send_zeros(lights / 16 + 1);
}
