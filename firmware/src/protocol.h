/* Numbers of PROTOCOL.md. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "board.h"

#define PROTOCOL_VERSION 1

enum message_type {
    HELLO = 0x01,
    FRAME = 0x02,
    COUNTERS = 0x03,
    SETTINGS = 0x04,
    IDLE = 0x05,
    FROM_BOARD = 0x80, /* from here on it is the board that speaks */
    BOARD_HELLO = 0x81,
    ACK = 0x82,
    NAK = 0x83,
    BOARD_COUNTERS = 0x84,
};

enum ack_flags {
    ACK_DUPLICATE = 1,
    ACK_DIMMED = 2,
};

enum nak_reason {
    NAK_DAMAGED = 1,
    NAK_VERSION = 2,
    NAK_TYPE = 3,
    NAK_LENGTH = 4,
    NAK_VALUE = 5,
    NAK_BUSY = 6,
    NAK_STORAGE = 7,
};

#define INTENSITY_MAX 15
#define LIMIT_MA_MIN 500
#define LIMIT_MA_MAX 12000

#define ROWS 8
#define HEADER_BYTES 3
#define CRC_BYTES 4
#define FRAME_BYTES(modules, lights) (1u + ROWS * (modules) + 3 * (lights))
#define PAYLOAD_MAX FRAME_BYTES(MODULES_MAX, LIGHTS_MAX)
#define MESSAGE_MAX (HEADER_BYTES + PAYLOAD_MAX + CRC_BYTES)

#define HELLO_BYTES 16
#define COUNTERS_BYTES 24
#define SETTINGS_BYTES 4
#define ANSWER_MAX COUNTERS_BYTES

#endif
