#include "scoreboard.h"

#include <stdbool.h>
#include <string.h>

#include "answers.h"
#include "clock.h"
#include "display.h"
#include "idle.h"
#include "link.h"
#include "protocol.h"
#include "settings.h"

#define HOST_LOST_MS 3000
#define HOST_GONE_MS 60000
#define BLINK_MS 500

/* Two buffers, so that a frame is shown from one while the next comes into the other. */
static uint8_t buffers[2][MESSAGE_MAX];
static uint8_t shown; /* which of them is shown; the link receives into the other */
static struct link link;

static struct settings settings;
static enum settings_source settings_source;
static uint8_t settings_seq;

static enum showing showing;
static bool has_last; /* a frame that a retransmission would repeat */
static uint8_t last_seq;
static uint32_t last_crc;

static uint32_t heard_at;
static uint32_t blink_at;
static enum sign sign;

static struct counters counters;

static void refuse(uint8_t type, uint8_t seq, enum nak_reason reason)
{
    counters.refused++;
    answer_nak(type, seq, reason);
}

static void say_hello(uint8_t seq, enum showing shown_before)
{
    answer_hello(seq, &settings, settings_source, shown_before);
}

/* --- what is shown --- */

static uint8_t *shown_frame(void)
{
    return buffers[shown] + HEADER_BYTES;
}

static void draw_idle(void)
{
    idle_draw(shown_frame(), settings.modules, settings.lights);
    showing = SHOWING_IDLE;
    has_last = false;
    sign = NO_SIGN;
}

static void show_idle(void)
{
    draw_idle();
    display_sign(sign);
    display_refresh();
}

/* Darkens the lights that will no longer be reached once there are fewer. */
static void show_nothing(void)
{
    memset(shown_frame(), 0, FRAME_BYTES(settings.modules, settings.lights));
    display_refresh();
}

static void hear_host(void)
{
    heard_at = clock_ms();
    if (showing != SHOWING_LOST)
        return;
    showing = SHOWING_FRAME;
    sign = NO_SIGN;
    display_sign(sign);
}

static void miss_host(uint32_t now)
{
    uint32_t silence = now - heard_at;

    if (showing == SHOWING_IDLE || silence < HOST_LOST_MS)
        return;
    if (silence >= HOST_GONE_MS) {
        show_idle();
        return;
    }
    if (showing == SHOWING_FRAME) {
        showing = SHOWING_LOST;
        blink_at = now;
    }
    if ((int32_t)(now - blink_at) < 0)
        return;
    blink_at += BLINK_MS;
    sign = sign == SIGN_INVERTED ? SIGN_PLAIN : SIGN_INVERTED;
    display_sign(sign);
}

/* --- messages --- */

static void take_frame(const struct message *message)
{
    if (message->length != FRAME_BYTES(settings.modules, settings.lights)) {
        refuse(FRAME, message->seq, NAK_LENGTH);
        return;
    }
    if (has_last && message->seq == last_seq && message->crc == last_crc) {
        counters.duplicate++;
        answer_ack(FRAME, message->seq, ACK_DUPLICATE | (display_is_dimmed() ? ACK_DIMMED : 0));
        return;
    }
    if (message->payload[0] > INTENSITY_MAX) {
        refuse(FRAME, message->seq, NAK_VALUE);
        return;
    }
    shown ^= 1;
    link_start(&link, buffers[shown ^ 1]);
    showing = SHOWING_FRAME;
    has_last = true;
    last_seq = message->seq;
    last_crc = message->crc;
    display_show(message->payload);
    answer_ack(FRAME, message->seq, display_is_dimmed() ? ACK_DIMMED : 0);
}

static void take_settings(const struct message *message)
{
    struct settings wanted;

    if (message->length != SETTINGS_BYTES) {
        refuse(SETTINGS, message->seq, NAK_LENGTH);
        return;
    }
    if (!settings_parse(message->payload, &wanted)) {
        refuse(SETTINGS, message->seq, NAK_VALUE);
        return;
    }
    if (settings_busy()) {
        refuse(SETTINGS, message->seq, NAK_BUSY);
        return;
    }
    bool same_sizes = wanted.modules == settings.modules && wanted.lights == settings.lights;
    if (!same_sizes)
        show_nothing();
    settings = wanted;
    settings_seq = message->seq;
    has_last = false;
    if (same_sizes)
        display_refresh();
    else
        show_idle();
    settings_store(&settings);
}

static void finish_settings(void)
{
    switch (settings_poll()) {
    case STORED:
        settings_source = SETTINGS_EEPROM;
        answer_ack(SETTINGS, settings_seq, 0);
        break;
    case STORING_FAILED:
        refuse(SETTINGS, settings_seq, NAK_STORAGE);
        break;
    default:
        break;
    }
}

static void take_empty(const struct message *message)
{
    if (message->length != 0) {
        refuse(message->type, message->seq, NAK_LENGTH);
        return;
    }
    if (message->type == COUNTERS) {
        answer_counters(message->seq, &counters);
    } else {
        show_idle();
        answer_ack(IDLE, message->seq, 0);
    }
}

static void take_message(const struct message *message)
{
    enum showing shown_before = showing; /* a line that is heard again is no longer lost */

    counters.good++;
    hear_host();
    if (message->type >= FROM_BOARD) {
        /* An echo of a board's words: to answer it could go on for ever. */
        counters.refused++;
        return;
    }
    if (message->type == HELLO) {
        has_last = false;
        say_hello(message->seq, shown_before);
        return;
    }
    if (message->version != PROTOCOL_VERSION) {
        refuse(message->type, message->seq, NAK_VERSION);
        return;
    }
    switch (message->type) {
    case FRAME:
        take_frame(message);
        break;
    case SETTINGS:
        take_settings(message);
        break;
    case COUNTERS:
    case IDLE:
        take_empty(message);
        break;
    default:
        refuse(message->type, message->seq, NAK_TYPE);
        break;
    }
}

void scoreboard_start(void)
{
    counters = (struct counters){0};
    heard_at = clock_ms();
    settings_source = settings_load(&settings);
    link_start(&link, buffers[shown ^ 1]);
    draw_idle();
    display_start(&settings, shown_frame());
    say_hello(UNASKED, showing);
}

void scoreboard_receive(uint8_t byte)
{
    struct message message;

    switch (link_receive(&link, byte, &message)) {
    case LINK_MESSAGE:
        take_message(&message);
        break;
    case LINK_DAMAGED:
        counters.damaged++;
        answer_nak(0, UNASKED, NAK_DAMAGED);
        break;
    case LINK_MALFORMED:
        counters.malformed++;
        answer_nak(0, UNASKED, NAK_DAMAGED);
        break;
    default:
        break;
    }
}

void scoreboard_poll(void)
{
    uint32_t now = clock_ms();

    finish_settings();
    miss_host(now);
    display_poll(now);
}
