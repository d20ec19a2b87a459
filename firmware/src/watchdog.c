#include "watchdog.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

#define RESTARTED 0xC0DE
#define CAUSES (_BV(WDRF) | _BV(BORF) | _BV(EXTRF) | _BV(PORF))

/* Not cleared at the start, so that they last from before main to main, and over a restart. */
static uint8_t reset_cause __attribute__((section(".noinit")));
static uint16_t restart_mark __attribute__((section(".noinit")));

void watchdog_disarm(void) __attribute__((naked, used, section(".init3")));

/* Runs before main. WDRF holds the watchdog on, so MCUSR has to be cleared first. */
void watchdog_disarm(void)
{
    /* Optiboot clears MCUSR and hands its value over in r2. */
    /* cppcheck-suppress variableScope ; it has to be read before anything else uses the register */
    uint8_t from_bootloader;
    __asm__ volatile("mov %0, r2" : "=r"(from_bootloader));

    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
    if (reset_cause == 0)
        reset_cause = restart_mark == RESTARTED ? _BV(WDRF) : from_bootloader & CAUSES;
    restart_mark = 0;
}

void watchdog_start(void)
{
    wdt_enable(WDTO_250MS);
    WDTCSR |= _BV(WDIE);
}

void watchdog_pet(void)
{
    wdt_reset();
}

uint8_t watchdog_reset_cause(void)
{
    return reset_cause;
}

ISR(WDT_vect, ISR_NAKED)
{
    restart_mark = RESTARTED;
    __asm__ volatile("jmp 0");
}
