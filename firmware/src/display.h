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

/* Inverts the top right pixel, or not: the sign of a lost line. */
void display_sign(bool on);

/* Refreshes in time, so that registers upset by a glitch heal. */
void display_poll(uint32_t now);

#endif
