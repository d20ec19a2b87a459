/* Any bytes at all, fed to the whole way from the line to the outputs, and judged. */
#ifndef BOARD_INPUT_H
#define BOARD_INPUT_H

#include <stddef.h>
#include <stdint.h>

/* Power on, `bytes`, one good HELLO, one good FRAME. Aborts, with a line that says why, where the link differs from the
 * oracle, an answer is no message or not the one that PROTOCOL.md has for what came, HELLO or FRAME aren't answered, the
 * picture isn't the one sent, or it draws too much.
 *
 * The first two bytes choose how the board is met, the others are what comes over the line:
 *   0   bits 0..2: the time between two bytes; 3: the rest are messages to be composed (type, seq, length in 16 bits,
 *       payload), so that what lies behind the CRC is reached too; 4: the send buffer is full while they come;
 *       5: the EEPROM doesn't keep what is written
 *   1   what the EEPROM is filled with
 */
void board_takes(const uint8_t *bytes, size_t length);

#endif
