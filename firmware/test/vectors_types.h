/* What test/vectors_header.py fills with the examples of vectors.json. */
#ifndef VECTORS_TYPES_H
#define VECTORS_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "current_limit.h"
#include "link.h"

struct crc_vector {
    const uint8_t *data;
    size_t length;
    uint32_t crc;
};
struct cobs_vector {
    const uint8_t *plain;
    size_t plain_length;
    const uint8_t *encoded;
    size_t encoded_length;
};
struct message_vector {
    const char *name;
    bool to_board;
    uint8_t version;
    uint8_t type;
    uint8_t seq;
    const uint8_t *payload;
    size_t payload_length;
    const uint8_t *wire;
    size_t wire_length;
};
struct damaged_vector {
    const char *name;
    const uint8_t *wire;
    size_t wire_length;
    enum link_event event;
};
struct limit_vector {
    struct load load;
    uint16_t limit_ma;
    struct dimming wanted;
};

#endif
