/* Finds messages in a stream of bytes: delimiters, COBS, length, CRC. Any byte string at all may come. */
#ifndef LINK_H
#define LINK_H

#include <stdint.h>

#include "cobs.h"
#include "protocol.h"

enum link_event {
    LINK_NOTHING,
    LINK_MESSAGE,   /* a whole message with a right CRC is in the buffer */
    LINK_DAMAGED,   /* the CRC was wrong */
    LINK_MALFORMED, /* not COBS, too short, too long */
};

struct link {
    struct cobs_decoder cobs;
    uint32_t crc;
    uint16_t length; /* bytes of plain text since the delimiter; stops at MESSAGE_MAX + 1 */
    uint8_t *buffer; /* MESSAGE_MAX bytes */
};

struct message {
    uint8_t version;
    uint8_t type;
    uint8_t seq;
    uint16_t length; /* of the payload */
    uint32_t crc;
    uint8_t *payload; /* within the link's buffer: valid until the next byte is received */
};

void link_start(struct link *link, uint8_t *buffer);

/* Takes one byte from the line. Fills *message in where it returns LINK_MESSAGE. */
enum link_event link_receive(struct link *link, uint8_t byte, struct message *message);

#define LINK_WIRE_MAX (1 + 1 + HEADER_BYTES + ANSWER_MAX + CRC_BYTES + 1)

/* Writes an answer as it goes on the wire, delimiters included. Payload up to ANSWER_MAX bytes, `wire` holds
 * LINK_WIRE_MAX. Returns how many bytes that is. */
uint8_t link_compose(uint8_t type, uint8_t seq, const uint8_t *payload, uint8_t length, uint8_t *wire);

#endif
