#include "apa102_strip.h"

#include <string.h>

#define WORD_BITS 32

void apa102_strip_power_on(struct apa102_strip *strip, int lights)
{
    memset(strip, 0, sizeof *strip);
    strip->lights = lights;
    strip->bits = -1;
}

/* A light's word begins with three ones; anything else is not for it. */
static void take_word(struct apa102_strip *strip, int light)
{
    uint32_t word = strip->word;

    if (word >> 29 != 7) {
        strip->arriving[light] = strip->light[light];
        return;
    }
    strip->arriving[light] = (struct apa102){
        .brightness = word >> 24 & 0x1F,
        .blue = (uint8_t)(word >> 16),
        .green = (uint8_t)(word >> 8),
        .red = (uint8_t)word,
    };
}

/* The clocks after which a light has seen its whole word, each light before it half a clock late. */
static int clocks_needed(int light)
{
    return WORD_BITS * (light + 1) + (light + 1) / 2;
}

static void show_arrived(struct apa102_strip *strip)
{
    int latest = strip->bits / WORD_BITS;

    for (int light = 0; light < strip->lights && light < latest; light++)
        if (strip->bits == clocks_needed(light))
            strip->light[light] = strip->arriving[light];
}

void apa102_strip_clock(struct apa102_strip *strip, bool data)
{
    strip->word = strip->word << 1 | data;
    strip->zeros = data ? 0 : strip->zeros + 1;
    if (strip->bits < 0 && strip->listening && data) {
        strip->listening = false;
        strip->bits = 0;
    }
    if (strip->bits >= 0) {
        strip->bits++;
        if (strip->bits % WORD_BITS == 0 && strip->bits <= WORD_BITS * strip->lights)
            take_word(strip, strip->bits / WORD_BITS - 1);
        show_arrived(strip);
    }
    if (strip->bits >= clocks_needed(strip->lights - 1))
        strip->bits = -1;
    if (strip->bits < 0 && strip->zeros >= WORD_BITS)
        strip->listening = true;
}
