#include "oracle.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint16_t oracle_crc(const uint8_t *bytes, size_t length)
{
    uint16_t crc = 0xFFFF;

    for (size_t i = 0; i < length * 8; i++) {
        bool bit = bytes[i / 8] >> (7 - i % 8) & 1;
        bool top = crc >> 15;
        crc = (uint16_t)(crc << 1);
        if (bit != top)
            crc ^= 0x1021;
    }
    return crc;
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
    else if (!unstuff(oracle) || oracle->plain_length < 5 || oracle->plain_length > 404)
        event = LINK_MALFORMED;
    else
        event = oracle_crc(oracle->plain, oracle->plain_length) == 0 ? LINK_MESSAGE : LINK_DAMAGED;
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
                    message->seq == oracle->plain[2] && message->length == oracle->plain_length - 5 &&
                    memcmp(message->payload, oracle->plain + 3, message->length) == 0;
        if (!same) {
            fputs("the link's message differs\n", stderr);
            abort();
        }
    }
    return event;
}
