#include "cobs.h"

void cobs_start(struct cobs_decoder *decoder)
{
    decoder->left = 0;
    decoder->zero_follows = false;
    decoder->begun = false;
}

bool cobs_decode(struct cobs_decoder *decoder, uint8_t byte, uint8_t *plain)
{
    if (decoder->left > 0) {
        decoder->left--;
        *plain = byte;
        return true;
    }
    bool owes_zero = decoder->begun && decoder->zero_follows;
    decoder->begun = true;
    decoder->left = byte - 1;
    decoder->zero_follows = byte != 0xFF;
    *plain = 0;
    return owes_zero;
}

bool cobs_complete(const struct cobs_decoder *decoder)
{
    return decoder->begun && decoder->left == 0;
}

void cobs_encode(const uint8_t *plain, uint8_t length, uint8_t *encoded)
{
    uint8_t *block = encoded++;

    *block = 1;
    for (uint8_t i = 0; i < length; i++) {
        if (plain[i] != 0) {
            *encoded++ = plain[i];
            (*block)++;
        } else {
            block = encoded++;
            *block = 1;
        }
    }
}
