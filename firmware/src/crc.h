/* CRC-16 with the polynomial x^16+x^12+x^5+1, no reflection. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

#define CRC_START 0xFFFFu

uint16_t crc_update(uint16_t crc, uint8_t byte);

#endif
