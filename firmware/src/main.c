#include <avr/interrupt.h>
#include <avr/sleep.h>

#include "clock.h"
#include "scoreboard.h"
#include "uart.h"
#include "watchdog.h"

/* Bytes taken before time gets its turn, so that a line that never rests doesn't keep it out. */
#define BYTES_AT_A_TIME 64

static void receive(void)
{
    uint8_t byte;

    for (uint8_t i = 0; i < BYTES_AT_A_TIME && uart_read(&byte); i++)
        scoreboard_receive(byte);
}

/* Until the next interrupt. Interrupts are off between looking and sleeping, so that none slips through. */
static void rest(void)
{
    cli();
    if (uart_is_idle()) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    cli();
    set_sleep_mode(SLEEP_MODE_IDLE);
    clock_start();
    uart_start();
    watchdog_start();
    sei();
    scoreboard_start();
    for (;;) {
        watchdog_pet();
        receive();
        scoreboard_poll();
        rest();
    }
}
