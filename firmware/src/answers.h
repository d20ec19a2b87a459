/* What the board says: "Board to host" in PROTOCOL.md. Nothing waits; an answer that finds no room is dropped. */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <stdint.h>

#include "protocol.h"
#include "settings.h"

/* The sequence number of what is said unasked. */
#define UNASKED 0

enum showing {
    SHOWING_IDLE = 0,
    SHOWING_FRAME = 1,
    SHOWING_LOST = 2, /* a frame with the sign of a lost line */
};

struct counters {
    uint32_t good;
    uint32_t damaged;
    uint32_t malformed;
    uint32_t duplicate;
    uint32_t refused;
};

void answer_ack(enum message_type type, uint8_t seq, uint8_t flags);
void answer_nak(uint8_t type, uint8_t seq, enum nak_reason reason);
void answer_hello(uint8_t seq, const struct settings *settings, enum settings_source source, enum showing showing);
void answer_counters(uint8_t seq, const struct counters *counters);

#endif
