/* What modules and ring show: one frame, dimmed by the current limit, written again and again. */
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "settings.h"

/* `frame` is the payload of a FRAME and has to stay where it is while it is shown. */
void display_start(const struct settings *settings, const uint8_t *frame);

/* Shows a frame; when this returns, it has been latched. */
void display_show(const uint8_t *frame);

/* Shows the frame again, by the limit and sizes of the settings as they are now. */
void display_refresh(void);

/* Whether the frame shown had to be dimmed. */
bool display_is_dimmed(void);

/* The sign of a lost line: the top right pixel blinks. The current limit is kept for the brighter half of the blinking
 * in both, so that nothing but that pixel changes. */
enum sign {
    NO_SIGN,
    SIGN_PLAIN,    /* the half in which the pixel is as the host sent it */
    SIGN_INVERTED, /* the other half */
};
void display_sign(enum sign sign);

/* Refreshes in time, so that registers upset by a glitch heal. */
void display_poll(uint32_t now);

#endif
