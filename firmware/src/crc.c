#include "crc.h"

uint16_t crc_update(uint16_t crc, uint8_t byte)
{
    uint8_t high = (uint8_t)(crc >> 8) ^ byte;

    high ^= (uint8_t)(high >> 4);
    return (uint16_t)((uint16_t)(crc << 8) ^ ((uint16_t)high << 12) ^ ((uint16_t)high << 5) ^ high);
}
