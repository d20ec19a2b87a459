/* The EEPROM of test/chip.c. */
#ifndef CHIP_EEPROM_H
#define CHIP_EEPROM_H

#include <stdbool.h>
#include <stdint.h>

bool eeprom_is_ready(void);
uint8_t eeprom_read_byte(const uint8_t *cell);
void eeprom_update_byte(uint8_t *cell, uint8_t value);

#endif
