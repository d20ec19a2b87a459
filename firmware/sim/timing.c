#include "timing.h"

#include <stddef.h>
#include <string.h>

#include "avr_spi.h"
#include "avr_uart.h"

/* Addresses in the data space of the ATmega328P. */
#define SPCR_ADDRESS 0x4C
#define SPSR_ADDRESS 0x4D
#define SPDR_ADDRESS 0x4E
#define SPSR_SPI2X 0x01
#define UCSR0A_ADDRESS 0xC0
#define UCSR0A_U2X 0x02
#define UCSR0C_ADDRESS 0xC2
#define UBRR0L_ADDRESS 0xC4
#define UBRR0H_ADDRESS 0xC5

#define RECEIVER_BYTES 3

DEFINE_FIFO(uint16_t, uart_fifo);

/* A start bit, eight bits of data, a stop bit: the only format on our line. */
#define BITS_A_BYTE 10

static avr_io_t *find(avr_t *avr, const char *kind)
{
    avr_io_t *io = avr->io_port;

    while (io != NULL && strcmp(io->kind, kind) != 0)
        io = io->next;
    return io;
}

static avr_cycle_count_t spi_byte_cycles(const avr_t *avr)
{
    static const int dividers[] = {4, 16, 64, 128};
    int divider = dividers[avr->data[SPCR_ADDRESS] & 3];

    return 8u * (unsigned)(avr->data[SPSR_ADDRESS] & SPSR_SPI2X ? divider / 2 : divider);
}

/* The first of the timers that belong to `io`, other than `known`. */
static avr_cycle_timer_t timer_of(avr_t *avr, const void *io, avr_cycle_timer_t known)
{
    for (avr_cycle_timer_slot_p slot = avr->cycle_timers.timer; slot != NULL; slot = slot->next)
        if (slot->param == io && slot->timer != known)
            return slot->timer;
    return NULL;
}

static void reschedule(avr_t *avr, avr_cycle_timer_t timer, void *io, avr_cycle_count_t cycles)
{
    if (timer == NULL)
        return;
    avr_cycle_timer_cancel(avr, timer, io);
    avr_cycle_timer_register(avr, cycles, timer, io);
}

/* Called after simavr's own handler, which has just set its timer. */
static void on_spi_write(avr_t *avr, avr_io_addr_t address, uint8_t value, void *spi)
{
    (void)address;
    (void)value;
    reschedule(avr, timer_of(avr, spi, NULL), spi, spi_byte_cycles(avr));
}

void timing_receive(avr_t *avr, uint32_t byte)
{
    avr_uart_t *uart = (avr_uart_t *)find(avr, "uart");
    avr_cycle_timer_t sending = timer_of(avr, uart, NULL);
    int unread = uart_fifo_get_read_size(&uart->input);

    if (unread == RECEIVER_BYTES)
        return;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
    if (unread == 0)
        reschedule(avr, timer_of(avr, uart, sending), uart, 1);
}

static void on_uart_setup(avr_t *avr, avr_io_addr_t address, uint8_t value, void *uart)
{
    uint32_t divisor = (avr->data[UBRR0H_ADDRESS] << 8 | avr->data[UBRR0L_ADDRESS]) + 1u;

    (void)address;
    (void)value;
    ((avr_uart_t *)uart)->cycles_per_byte =
        BITS_A_BYTE * divisor * (avr->data[UCSR0A_ADDRESS] & UCSR0A_U2X ? 8 : 16);
}

void timing_correct(avr_t *avr)
{
    avr_io_t *spi = find(avr, "spi");
    avr_io_t *uart = find(avr, "uart");

    avr_register_io_write(avr, SPDR_ADDRESS, on_spi_write, spi);
    avr_register_io_write(avr, UBRR0L_ADDRESS, on_uart_setup, uart);
    avr_register_io_write(avr, UCSR0A_ADDRESS, on_uart_setup, uart);
    avr_register_io_write(avr, UCSR0C_ADDRESS, on_uart_setup, uart);
}
