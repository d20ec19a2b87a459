#include "oracle.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t oracle_crc(const uint8_t *bytes, size_t length)
{
    uint32_t remainder = 0xFFFFFFFF;
    uint32_t crc = 0;

    for (size_t i = 0; i < length * 8; i++) {
        bool bit = bytes[i / 8] >> i % 8 & 1;
        bool top = remainder >> 31;
        remainder <<= 1;
        if (bit != top)
            remainder ^= 0x04C11DB7;
    }
    for (int bit = 0; bit < 32; bit++)
        crc |= (~remainder >> bit & 1) << (31 - bit);
    return crc;
}

/* It is the last four bytes, the lowest first. */
static bool has_right_crc(const struct oracle *oracle)
{
    size_t length = oracle->plain_length - 4;
    uint32_t crc = oracle_crc(oracle->plain, length);

    for (size_t i = 0; i < 4; i++)
        if (oracle->plain[length + i] != (uint8_t)(crc >> 8 * i))
            return false;
    return true;
}

/* False where it isn't COBS. */
static bool unstuff(struct oracle *oracle)
{
    size_t at = 0;

    oracle->plain_length = 0;
    while (at < oracle->length) {
        size_t code = oracle->wire[at];
        if (at + code > oracle->length)
            return false;
        memcpy(oracle->plain + oracle->plain_length, oracle->wire + at + 1, code - 1);
        oracle->plain_length += code - 1;
        at += code;
        if (code < 0xFF && at < oracle->length)
            oracle->plain[oracle->plain_length++] = 0;
    }
    return true;
}

enum link_event oracle_receive(struct oracle *oracle, uint8_t byte)
{
    enum link_event event;

    if (byte != 0) {
        if (oracle->length < ORACLE_BYTES)
            oracle->wire[oracle->length++] = byte;
        return LINK_NOTHING;
    }
    if (oracle->length == 0)
        event = LINK_NOTHING;
    else if (!unstuff(oracle) || oracle->plain_length < 7 || oracle->plain_length > 406)
        event = LINK_MALFORMED;
    else
        event = has_right_crc(oracle) ? LINK_MESSAGE : LINK_DAMAGED;
    oracle->length = 0;
    return event;
}

enum link_event receive_checked(struct link *link, struct oracle *oracle, uint8_t byte, struct message *message)
{
    enum link_event event = link_receive(link, byte, message);

    if (event != oracle_receive(oracle, byte)) {
        fprintf(stderr, "the link says %d\n", event);
        abort();
    }
    if (event == LINK_MESSAGE) {
        bool same = message->version == oracle->plain[0] && message->type == oracle->plain[1] &&
                    message->seq == oracle->plain[2] && message->length == oracle->plain_length - 7 &&
                    memcmp(message->payload, oracle->plain + 3, message->length) == 0;
        if (!same) {
            fputs("the link's message differs\n", stderr);
            abort();
        }
    }
    return event;
}
