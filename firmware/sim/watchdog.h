/* What simavr's watchdog doesn't do: the reset of a program that no longer takes interrupts, and what the Nano's two
 * bootloaders make of it. */
#ifndef WATCHDOG_H
#define WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

#include "sim_avr.h"

enum bootloader {
    NO_BOOTLOADER,  /* the firmware starts by itself */
    OLD_BOOTLOADER, /* ATmegaBOOT: doesn't stop a watchdog that runs, and takes longer than its 16 ms */
    NEW_BOOTLOADER, /* Optiboot: stops it, clears MCUSR and hands its value over in r2 */
};

/* The bits of MCUSR. */
enum reset_cause {
    POWER_ON = 1,
    EXTERNAL = 2,
    BROWN_OUT = 4,
    WATCHDOG = 8,
};

/* Takes "none", "old" or "new". */
bool watchdog_parse_bootloader(const char *name, enum bootloader *bootloader);

/* Cycles until a program that takes no interrupts is reset, 0 where the watchdog is off: the second time-out, for at the
 * first one the interrupt stays waiting (ATmega328P's datasheet, "Watchdog Timer"). */
avr_cycle_count_t watchdog_patience(const avr_t *avr);

/* Call before avr_reset: whether the watchdog goes on after it, at its shortest time. */
void watchdog_survives_reset(avr_t *avr, bool survives);

#endif
