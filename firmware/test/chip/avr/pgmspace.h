/* Constants lie in the one memory that there is. */
#ifndef CHIP_PGMSPACE_H
#define CHIP_PGMSPACE_H

#include <string.h>

#define PROGMEM
#define pgm_read_byte(address) (*(address))
#define pgm_read_dword(address) (*(address))
#define memcpy_P memcpy

#endif
