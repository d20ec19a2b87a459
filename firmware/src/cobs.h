/* Consistent Overhead Byte Stuffing (Cheshire & Baker 1999), byte by byte. */
#ifndef COBS_H
#define COBS_H

#include <stdbool.h>
#include <stdint.h>

/* The longest plain text that cobs_encode takes: one block. */
#define COBS_BLOCK 254

struct cobs_decoder {
    uint8_t left;      /* bytes to come of the block begun */
    bool zero_follows; /* the block begun stands for a zero at its end */
    bool begun;
};

void cobs_start(struct cobs_decoder *decoder);

/* Takes one byte other than 0x00. True where it yields a byte of plain text, in *plain. */
bool cobs_decode(struct cobs_decoder *decoder, uint8_t byte, uint8_t *plain);

/* True where the text may end here: no block is left open. */
bool cobs_complete(const struct cobs_decoder *decoder);

/* Encodes up to COBS_BLOCK bytes into length + 1 bytes. */
void cobs_encode(const uint8_t *plain, uint8_t length, uint8_t *encoded);

#endif
