#define _GNU_SOURCE
#include "line.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "avr_uart.h"
#include "timing.h"

/* Addresses in the data space of the ATmega328P. */
#define UCSR0A_ADDRESS 0xC0
#define UCSR0A_U2X 0x02
#define UBRR0L_ADDRESS 0xC4
#define UBRR0H_ADDRESS 0xC5

#define BITS_A_BYTE 10

static bool board_listens_at_line_baud(const avr_t *avr)
{
    uint32_t divisor = (avr->data[UBRR0H_ADDRESS] << 8 | avr->data[UBRR0L_ADDRESS]) + 1u;
    uint32_t baud = avr->frequency / (avr->data[UCSR0A_ADDRESS] & UCSR0A_U2X ? 8 : 16) / divisor;

    return baud > LINE_BAUD * 0.98 && baud < LINE_BAUD * 1.02;
}

static avr_cycle_count_t next_byte(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct line *line = param;

    (void)when;
    if (line->to_board_begin == line->to_board_end)
        return 0;
    uint32_t byte = line->to_board[line->to_board_begin++];
    if (!board_listens_at_line_baud(avr))
        byte = (byte ^ 0x55) | UART_INPUT_FE;
    timing_receive(avr, byte);
    /* From now, not from `when`: after a sleep of the core that lies in the past, and bytes would come all at once. */
    line->free_at = avr->cycle + avr->frequency / LINE_BAUD * BITS_A_BYTE;
    return line->free_at;
}

static void on_byte_sent(avr_irq_t *irq, uint32_t value, void *param)
{
    struct line *line = param;

    (void)irq;
    if (line->to_host_end < LINE_BYTES)
        line->to_host[line->to_host_end++] = (uint8_t)value;
}

void line_connect(struct line *line, avr_t *avr)
{
    uint32_t flags = 0;

    memset(line, 0, sizeof *line);
    line->avr = avr;
    line->pty = -1;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte_sent, line);
}

bool line_plug(struct line *line)
{
    struct termios raw;

    if (line->pty >= 0)
        return true;
    line->pty = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (line->pty < 0 || grantpt(line->pty) != 0 || unlockpt(line->pty) != 0) {
        perror("no pty");
        return false;
    }
    /* Opened and closed once, so that from now on a hang-up tells whether somebody has it open. */
    const char *name = ptsname(line->pty);
    int slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0 || tcgetattr(slave, &raw) != 0) {
        perror(name);
        return false;
    }
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    close(slave);
    line->opened = false;
    printf("{\"pty\": \"%s\"}\n", name);
    fflush(stdout);
    return true;
}

void line_unplug(struct line *line)
{
    if (line->pty >= 0)
        close(line->pty);
    line->pty = -1;
    line->to_board_begin = line->to_board_end = 0;
}

static void take_from_host(struct line *line)
{
    if (line->to_board_begin == line->to_board_end)
        line->to_board_begin = line->to_board_end = 0;
    int room = LINE_BYTES - line->to_board_end;
    ssize_t got = room > 0 ? read(line->pty, line->to_board + line->to_board_end, (size_t)room) : 0;
    if (got <= 0)
        return;
    line->to_board_end += (int)got;
}

/* A reset forgets every timer of the core, but what is on the wire goes on. */
static void go_on(struct line *line)
{
    avr_cycle_count_t now = line->avr->cycle;

    if (line->to_board_begin != line->to_board_end && avr_cycle_timer_status(line->avr, next_byte, line) == 0)
        avr_cycle_timer_register(line->avr, line->free_at > now ? line->free_at - now : 1, next_byte, line);
}

bool line_pump(struct line *line)
{
    struct pollfd state = {.fd = line->pty, .events = POLLIN};
    bool was_open = line->opened;

    if (line->pty < 0) {
        line->to_host_end = 0;
        return false;
    }
    poll(&state, 1, 0);
    line->opened = !(state.revents & POLLHUP);
    if (state.revents & POLLIN)
        take_from_host(line);
    go_on(line);
    /* What is said while nobody listens is lost, as on a USB adapter that nobody has opened. */
    if (line->opened && line->to_host_end > 0)
        (void)!write(line->pty, line->to_host, (size_t)line->to_host_end);
    line->to_host_end = 0;
    return line->opened && !was_open;
}
