/* Starts the program again when the main loop hangs for a quarter of a second.
 *
 * A watchdog *reset* would enter the bootloader with the watchdog still running at 16 ms, and the Nano's old
 * bootloader (ATmegaBOOT, 57600 baud) doesn't stop it: the board would reset for ever. So the watchdog's interrupt
 * starts the program again by itself, and the reset behind it is left for a program that doesn't even take
 * interrupts any more; the build sees to it that nothing loops with interrupts off. No fuse needs a programmer for
 * this; see README.md for what does.
 */
#ifndef WATCHDOG_H
#define WATCHDOG_H

#include <stdint.h>

void watchdog_start(void);
void watchdog_pet(void);

/* Why the program (re)started: the bits of MCUSR. */
uint8_t watchdog_reset_cause(void);

#endif
