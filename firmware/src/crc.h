/* CRC-32: polynomial 0x04C11DB7, reflected, start and final xor 0xFFFFFFFF, low byte first. */
#ifndef CRC_H
#define CRC_H

#include <stdbool.h>
#include <stdint.h>

#define CRC_START 0xFFFFFFFFu
#define CRC_RIGHT 0xDEBB20E3u /* what is left, before the final xor, of anything with its own CRC behind it */

uint32_t crc_update(uint32_t crc, uint8_t byte);

/* Writes the CRC of so many bytes behind them. */
void crc_append(uint8_t *bytes, uint8_t length);

/* Whether so many bytes, their CRC included, are as crc_append left them. */
bool crc_is_right(const uint8_t *bytes, uint8_t length);

#endif
