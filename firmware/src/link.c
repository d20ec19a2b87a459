#include "link.h"

#include <string.h>

#include "crc.h"

static void start_message(struct link *link)
{
    cobs_start(&link->cobs);
    link->crc = CRC_START;
    link->length = 0;
}

void link_start(struct link *link, uint8_t *buffer)
{
    link->buffer = buffer;
    start_message(link);
}

static enum link_event judge(const struct link *link)
{
    if (!link->cobs.begun)
        return LINK_NOTHING;
    if (!cobs_complete(&link->cobs) || link->length < HEADER_BYTES + CRC_BYTES || link->length > MESSAGE_MAX)
        return LINK_MALFORMED;
    return link->crc == CRC_RIGHT ? LINK_MESSAGE : LINK_DAMAGED;
}

static void take(struct link *link, uint8_t byte)
{
    uint8_t plain;

    if (link->length > MESSAGE_MAX || !cobs_decode(&link->cobs, byte, &plain))
        return;
    if (link->length < MESSAGE_MAX) {
        link->buffer[link->length] = plain;
        link->crc = crc_update(link->crc, plain);
    }
    link->length++;
}

static uint32_t read_u32(const uint8_t *bytes)
{
    uint32_t value = 0;

    for (uint8_t i = 4; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static struct message open_message(const struct link *link)
{
    uint8_t *bytes = link->buffer;

    return (struct message){
        .version = bytes[0],
        .type = bytes[1],
        .seq = bytes[2],
        .length = link->length - HEADER_BYTES - CRC_BYTES,
        .crc = read_u32(bytes + link->length - CRC_BYTES),
        .payload = bytes + HEADER_BYTES,
    };
}

enum link_event link_receive(struct link *link, uint8_t byte, struct message *message)
{
    if (byte != 0) {
        take(link, byte);
        return LINK_NOTHING;
    }
    enum link_event event = judge(link);
    if (event == LINK_MESSAGE)
        *message = open_message(link);
    start_message(link);
    return event;
}

uint8_t link_compose(uint8_t type, uint8_t seq, const uint8_t *payload, uint8_t length, uint8_t *wire)
{
    uint8_t bytes[HEADER_BYTES + ANSWER_MAX + CRC_BYTES];
    uint8_t end = HEADER_BYTES + length + CRC_BYTES;

    bytes[0] = PROTOCOL_VERSION;
    bytes[1] = type;
    bytes[2] = seq;
    memcpy(bytes + HEADER_BYTES, payload, length);
    crc_append(bytes, HEADER_BYTES + length);

    wire[0] = 0;
    cobs_encode(bytes, end, wire + 1);
    wire[end + 2] = 0;
    return end + 3;
}
