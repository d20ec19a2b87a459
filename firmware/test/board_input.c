#include "board_input.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chip.h"
#include "current_limit.h"
#include "oracle.h"
#include "scoreboard.h"
#include "settings.h"

#define HEADER 2
#define STORED_WITHIN_MS 200
#define OTHER_VERSION_FROM 250 /* sequence numbers of messages that are of another protocol version */
#define WIRE_MAX (MESSAGE_MAX + MESSAGE_MAX / 254 + 3)

static struct link link; /* beside the board's own */
static uint8_t link_buffer[MESSAGE_MAX];
static struct oracle to_board;
static uint32_t microseconds;
static uint32_t step_us;

static void check(bool right, const char *what)
{
    if (right)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

/* --- what the board says --- */

static struct oracle from_board;

/* The last message of a type among all that was said since the last call; all of it has to be messages. */
static bool heard(uint8_t type, uint8_t seq, const uint8_t **payload)
{
    static uint8_t kept[ORACLE_BYTES];
    bool found = false;

    for (uint16_t i = 0; i < chip.said_length; i++) {
        enum link_event event = oracle_receive(&from_board, chip.said[i]);
        check(event == LINK_NOTHING || event == LINK_MESSAGE, "the board said what is no message");
        if (event != LINK_MESSAGE || from_board.plain[1] != type || from_board.plain[2] != seq)
            continue;
        found = true;
        memcpy(kept, from_board.plain, from_board.plain_length);
    }
    chip.said_length = 0;
    *payload = kept + HEADER_BYTES;
    return found;
}

/* --- how each message has to be answered, from PROTOCOL.md --- */

static struct settings agreed; /* the sizes, as they were told */
static bool judging;

/* 0 for none. */
static uint8_t refusal_of(const uint8_t *message, size_t length)
{
    const uint8_t *payload = message + HEADER_BYTES;
    struct settings wanted;

    switch (message[1]) {
    case FRAME:
        if (length != FRAME_BYTES(agreed.modules, agreed.lights))
            return NAK_LENGTH;
        return payload[0] > INTENSITY_MAX ? NAK_VALUE : 0;
    case SETTINGS:
        if (length != SETTINGS_BYTES)
            return NAK_LENGTH;
        return settings_parse(payload, &wanted) ? 0 : NAK_VALUE;
    case COUNTERS:
    case IDLE:
        return length > 0 ? NAK_LENGTH : 0;
    default:
        return NAK_TYPE;
    }
}

/* Settings take their time, and one that comes meanwhile may be refused as busy: their ACK is not waited for here. */
static void judge_settings(const uint8_t *message)
{
    const uint8_t *answer;

    if (heard(NAK, message[2], &answer)) {
        check(answer[0] == SETTINGS && answer[1] == NAK_BUSY, "good SETTINGS were refused");
        return;
    }
    settings_parse(message + HEADER_BYTES, &agreed);
}

static void judge_answer(const uint8_t *message, size_t length)
{
    const uint8_t *answer;
    uint8_t seq = message[2];

    if (message[1] >= FROM_BOARD) {
        check(chip.said_length == 0, "an echo was answered");
        return;
    }
    if (message[1] == HELLO) {
        check(heard(BOARD_HELLO, seq, &answer), "HELLO was not answered");
        return;
    }
    uint8_t reason = message[0] != PROTOCOL_VERSION ? NAK_VERSION : refusal_of(message, length);
    if (reason != 0)
        check(heard(NAK, seq, &answer) && answer[0] == message[1] && answer[1] == reason, "a refusal is missing or wrong");
    else if (message[1] == SETTINGS)
        judge_settings(message);
    else if (message[1] == COUNTERS)
        check(heard(BOARD_COUNTERS, seq, &answer), "COUNTERS were not answered");
    else
        check(heard(ACK, seq, &answer) && answer[0] == message[1], "an acknowledgement is missing or wrong");
}

/* --- what the host does --- */

static void send_byte(uint8_t byte)
{
    struct message message;

    enum link_event event = receive_checked(&link, &to_board, byte, &message);
    chip.said_length = 0;
    scoreboard_receive(byte);
    if (event == LINK_MESSAGE && judging)
        judge_answer(to_board.plain, message.length);
    microseconds += step_us;
    chip.now += microseconds / 1000;
    microseconds %= 1000;
    scoreboard_poll();
}

static void send_bytes(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        send_byte(bytes[i]);
}

/* As cobs_encode, for messages of any length. */
static size_t stuff(const uint8_t *plain, size_t length, uint8_t *encoded)
{
    uint8_t *block = encoded;
    uint8_t *to = encoded + 1;

    *block = 1;
    for (size_t i = 0; i < length; i++) {
        if (plain[i] != 0) {
            *to++ = plain[i];
            (*block)++;
        }
        if (plain[i] == 0 || (*block == 0xFF && i + 1 < length)) {
            block = to++;
            *block = 1;
        }
    }
    return (size_t)(to - encoded);
}

static void send_message(uint8_t type, uint8_t seq, const uint8_t *payload, size_t length)
{
    uint8_t version = seq < OTHER_VERSION_FROM ? PROTOCOL_VERSION : PROTOCOL_VERSION + 1;
    uint8_t plain[MESSAGE_MAX] = {version, type, seq};
    uint8_t wire[WIRE_MAX] = {0};

    if (length > 0)
        memcpy(plain + HEADER_BYTES, payload, length);
    uint32_t crc = oracle_crc(plain, HEADER_BYTES + length);
    for (int i = 0; i < CRC_BYTES; i++)
        plain[HEADER_BYTES + length + i] = (uint8_t)(crc >> 8 * i);
    size_t stuffed = stuff(plain, HEADER_BYTES + length + CRC_BYTES, wire + 1);
    wire[stuffed + 1] = 0;
    send_bytes(wire, stuffed + 2);
}

static void send_as_messages(const uint8_t *bytes, size_t length)
{
    while (length >= 4) {
        size_t wanted = bytes[2] | (size_t)bytes[3] << 8;
        size_t payload = wanted % (PAYLOAD_MAX + 1);
        if (payload > length - 4)
            payload = length - 4;
        send_message(bytes[0], bytes[1], bytes + 4, payload);
        bytes += 4 + payload;
        length -= 4 + payload;
    }
}

static void wait_ms(uint32_t ms)
{
    for (; ms > 0; ms--) {
        chip.now++;
        scoreboard_poll();
    }
}

/* --- judgement --- */

static void ask_hello(struct settings *settings)
{
    const uint8_t *hello;

    send_message(HELLO, 77, NULL, 0);
    check(heard(BOARD_HELLO, 77, &hello), "one good HELLO was not answered");
    settings->modules = hello[4];
    settings->lights = hello[5];
    settings->limit_ma = hello[6] | (uint16_t)((uint16_t)hello[7] << 8);
    check(settings->modules >= 1 && settings->modules <= MODULES_MAX, "modules that can't be");
    check(settings->lights >= 1 && settings->lights <= LIGHTS_MAX, "lights that can't be");
    check(settings->limit_ma >= LIMIT_MA_MIN && settings->limit_ma <= LIMIT_MA_MAX, "a limit that can't be");
    check(chip_tenths_ma() <= 10u * settings->limit_ma, "what is shown draws too much");
}

static void show_frame(const struct settings *settings, const uint8_t *bytes, size_t length)
{
    uint8_t frame[PAYLOAD_MAX];
    size_t size = FRAME_BYTES(settings->modules, settings->lights);
    const uint8_t *ack;

    for (size_t i = 0; i < size; i++)
        frame[i] = length > 0 ? (uint8_t)(bytes[i % length] + i) : (uint8_t)(37 * i);
    frame[0] %= INTENSITY_MAX + 1;
    send_message(FRAME, 78, frame, size);
    check(heard(ACK, 78, &ack) && ack[0] == FRAME, "one good FRAME was not acknowledged");
    check((ack[1] & ACK_DUPLICATE) == 0, "a frame after HELLO was taken for a duplicate");

    struct load load = load_of(frame, settings->modules, settings->lights);
    struct dimming dimming = dimming_for(&load, settings->limit_ma);
    bool same = chip.modules == settings->modules && chip.lights == settings->lights &&
                memcmp(chip.rows, frame + 1, (size_t)ROWS * settings->modules) == 0 &&
                chip.intensity == dimming.intensity;
    const uint8_t *ring = frame + 1 + ROWS * settings->modules;
    for (uint16_t i = 0; i < 3u * settings->lights; i++)
        same = same && chip.ring[i] == (uint8_t)((ring[i] * dimming.scale) >> 8);
    check(same, "another picture is shown than the one sent");
    check(chip_tenths_ma() <= 10u * settings->limit_ma, "the picture draws too much");
}

void board_takes(const uint8_t *bytes, size_t length)
{
    static const uint32_t steps_us[] = {40, 40, 1000, 7000, 100000, 400000, 3100000, 61000000};
    struct settings settings;
    const uint8_t *unasked;

    if (length < HEADER || length >= ORACLE_BYTES)
        return;
    step_us = steps_us[bytes[0] & 7];
    microseconds = 0;
    to_board.length = from_board.length = 0;
    link_start(&link, link_buffer);
    chip.eeprom_fails = bytes[0] & 0x20;
    chip.send_buffer_full = false;
    memset(chip.eeprom, bytes[1], sizeof chip.eeprom);
    chip_power_on();
    scoreboard_start();
    check(heard(BOARD_HELLO, 0, &unasked), "it did not greet");
    agreed.modules = unasked[4];
    agreed.lights = unasked[5];
    chip.send_buffer_full = bytes[0] & 0x10;
    judging = !chip.send_buffer_full;
    if (bytes[0] & 8)
        send_as_messages(bytes + HEADER, length - HEADER);
    else
        send_bytes(bytes + HEADER, length - HEADER);
    judging = chip.send_buffer_full = false;
    chip.said_length = from_board.length = 0;
    step_us = 40;
    wait_ms(STORED_WITHIN_MS);
    chip.said_length = 0;
    ask_hello(&settings);
    show_frame(&settings, bytes, length);
}
