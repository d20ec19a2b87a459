/* The link once more, written another way: a whole wire frame at a time, from PROTOCOL.md and the definitions of CRC
 * and COBS. Every event of the real one must agree with it. */
#ifndef ORACLE_H
#define ORACLE_H

#include <stddef.h>
#include <stdint.h>

#include "link.h"

#define ORACLE_BYTES 4096

struct oracle {
    uint8_t wire[ORACLE_BYTES]; /* since the last delimiter */
    size_t length;
    uint8_t plain[ORACLE_BYTES];
    size_t plain_length;
};

/* From its definition: a polynomial division that takes the lowest bit of each byte first, its remainder turned round
 * and inverted. */
uint32_t oracle_crc(const uint8_t *bytes, size_t length);

/* Takes the byte that the link takes, and says what the link has to answer; `plain` is then the message. */
enum link_event oracle_receive(struct oracle *oracle, uint8_t byte);

/* Feeds a byte to both and aborts where they differ. */
enum link_event receive_checked(struct link *link, struct oracle *oracle, uint8_t byte, struct message *message);

#endif
