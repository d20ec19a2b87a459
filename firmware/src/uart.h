/* The serial line: 250,000 baud, interrupts on both sides, nothing ever waits. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_start(void);

/* The next byte received; false where there is none. */
bool uart_read(uint8_t *byte);

/* True where no byte waits to be read. Safe with interrupts off. */
bool uart_is_idle(void);

/* Sends all of it in the background, or, without room for all of it, nothing. */
bool uart_write(const uint8_t *bytes, uint8_t length);

/* Bytes lost since the start: no room, overrun or framing error. */
uint32_t uart_overruns(void);

#endif
