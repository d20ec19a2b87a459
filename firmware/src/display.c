#include "display.h"

#include "apa102.h"
#include "board.h"
#include "clock.h"
#include "current_limit.h"
#include "max7219.h"
#include "protocol.h"

#define REFRESH_MS 100
#define RIGHTMOST 0x01

static const struct settings *settings;
static const uint8_t *shown;
static bool dimmed;
static enum sign sign;
static uint32_t refreshed_at;

static struct load load_shown(void)
{
    struct load load = load_of(shown, settings->modules, settings->lights);

    if (sign != NO_SIGN && !(shown[settings->modules] & RIGHTMOST))
        load.lit++;
    return load;
}

void display_refresh(void)
{
    const uint8_t *rows = shown + 1;
    const uint8_t *colours = rows + ROWS * settings->modules;
    struct load load = load_shown();
    struct dimming dimming = dimming_for(&load, settings->limit_ma);

    apa102_show(colours, settings->lights, dimming.scale);
    max7219_show(rows, settings->modules, dimming.intensity, sign == SIGN_INVERTED ? RIGHTMOST : 0);
    dimmed = dimming.dimmed;
    refreshed_at = clock_ms();
}

void display_start(const struct settings *of, const uint8_t *frame)
{
    settings = of;
    sign = NO_SIGN;
    max7219_start();
    apa102_start();
    display_show(frame);
}

void display_show(const uint8_t *frame)
{
    shown = frame;
    display_refresh();
}

bool display_is_dimmed(void)
{
    return dimmed;
}

void display_sign(enum sign wanted)
{
    if (sign == wanted)
        return;
    sign = wanted;
    display_refresh();
}

void display_poll(uint32_t now)
{
    /* Signed: what was refreshed after `now` was read is of a later moment. */
    if ((int32_t)(now - refreshed_at) >= REFRESH_MS)
        display_refresh();
}
