#include "watchdog.h"

#include <string.h>

#include "avr_watchdog.h"

/* In the data space of the ATmega328P. */
#define WDTCSR_ADDRESS 0x60
#define WDE 0x08
#define WDIE 0x40

#define OSCILLATOR 128000u
#define SHORTEST 2048u /* cycles of the oscillator */

bool watchdog_parse_bootloader(const char *name, enum bootloader *bootloader)
{
    static const char *const names[] = {[NO_BOOTLOADER] = "none", [OLD_BOOTLOADER] = "old", [NEW_BOOTLOADER] = "new"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) {
            *bootloader = (enum bootloader)i;
            return true;
        }
    return false;
}

avr_cycle_count_t watchdog_patience(const avr_t *avr)
{
    uint8_t control = avr->data[WDTCSR_ADDRESS];
    unsigned prescaler = (control & 7) | (control >> 2 & 8);
    avr_cycle_count_t timeout = (avr_cycle_count_t)SHORTEST << prescaler;

    if (!(control & WDE))
        return 0;
    return timeout * (avr->frequency / OSCILLATOR) * (control & WDIE ? 2 : 1);
}

void watchdog_survives_reset(avr_t *avr, bool survives)
{
    for (avr_io_t *io = avr->io_port; io != NULL; io = io->next)
        if (strcmp(io->kind, "watchdog") == 0) {
            avr_watchdog_t *watchdog = (avr_watchdog_t *)io;
            watchdog->reset_context.wdrf = survives;
            watchdog->reset_context.avr_run = avr->run;
        }
}
