#include "crc.h"

#include <avr/pgmspace.h>

#include "protocol.h"

/* What each value of four bits leaves when it is divided by the polynomial. */
static const uint32_t remainders[16] PROGMEM = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

static uint32_t take_nibble(uint32_t crc, uint8_t nibble)
{
    return (crc >> 4) ^ pgm_read_dword(&remainders[((uint8_t)crc ^ nibble) & 0x0F]);
}

uint32_t crc_update(uint32_t crc, uint8_t byte)
{
    return take_nibble(take_nibble(crc, byte), byte >> 4);
}

static uint32_t crc_over(const uint8_t *bytes, uint8_t length)
{
    uint32_t crc = CRC_START;

    while (length-- > 0)
        crc = crc_update(crc, *bytes++);
    return crc;
}

void crc_append(uint8_t *bytes, uint8_t length)
{
    uint32_t crc = ~crc_over(bytes, length);

    for (uint8_t i = 0; i < CRC_BYTES; i++, crc >>= 8)
        bytes[length + i] = (uint8_t)crc;
}

bool crc_is_right(const uint8_t *bytes, uint8_t length)
{
    return crc_over(bytes, length) == CRC_RIGHT;
}
