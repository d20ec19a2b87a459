#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#define BAUD 250000UL
#define DIVISOR (F_CPU / 8 / BAUD - 1)
_Static_assert(F_CPU == 8 * BAUD * (DIVISOR + 1), "the baud rate must be exact");

/* 256 bytes are 10 ms of line: twice as long as the longest picture takes to be shown. */
static volatile uint8_t received[256];
static volatile uint8_t received_head;
static volatile uint8_t received_tail;
static volatile uint32_t overruns;

#define SEND_BYTES 64
#define SEND_MASK (SEND_BYTES - 1)
static volatile uint8_t to_send[SEND_BYTES];
static volatile uint8_t send_head;
static volatile uint8_t send_tail;

void uart_start(void)
{
    UCSR0B = 0;
    UBRR0 = DIVISOR;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

ISR(USART_RX_vect)
{
    uint8_t status = UCSR0A;
    uint8_t byte = UDR0;
    uint8_t next = received_head + 1;

    if (status & (_BV(DOR0) | _BV(FE0)))
        overruns++;
    if (next == received_tail) {
        overruns++;
        return;
    }
    received[received_head] = byte;
    received_head = next;
}

ISR(USART_UDRE_vect)
{
    if (send_head == send_tail) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR0 = to_send[send_tail];
    send_tail = (send_tail + 1) & SEND_MASK;
}

bool uart_is_idle(void)
{
    return received_head == received_tail;
}

bool uart_read(uint8_t *byte)
{
    if (uart_is_idle())
        return false;
    *byte = received[received_tail];
    received_tail++;
    return true;
}

bool uart_write(const uint8_t *bytes, uint8_t length)
{
    uint8_t room = (send_tail - send_head - 1) & SEND_MASK;

    if (length > room)
        return false;
    uint8_t head = send_head;
    while (length-- > 0) {
        to_send[head] = *bytes++;
        head = (head + 1) & SEND_MASK;
    }
    send_head = head;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        UCSR0B |= _BV(UDRIE0);
    }
    return true;
}

uint32_t uart_overruns(void)
{
    uint32_t count;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        count = overruns;
    }
    return count;
}
