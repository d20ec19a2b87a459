#include "wiring.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "avr_ioport.h"
#include "avr_spi.h"

/* Addresses in the data space of the ATmega328P. */
#define DDRB_ADDRESS 0x24
#define SPCR_ADDRESS 0x4C
#define SPCR_DORD 0x20
#define SPCR_CPOL 0x08
#define SPCR_CPHA 0x04

struct pin {
    char port;
    int bit;
};

/* As the machine is wired, whatever the firmware believes. */
static struct pin chain_load = {'B', 2};
static const struct pin chain_din = {'B', 3};
static const struct pin chain_clk = {'B', 5};
static struct pin strip_clock = {'D', 6};
static struct pin strip_data = {'D', 7};

static bool *level_of(struct wiring *wiring, struct pin pin)
{
    return &wiring->level[pin.port - 'B'][pin.bit];
}

static bool is(struct pin one, struct pin other)
{
    return one.port == other.port && one.bit == other.bit;
}

/* One pin takes a level: what hangs on it sees the edge. */
static void drive(struct wiring *wiring, struct pin pin, bool level)
{
    bool *now = level_of(wiring, pin);

    if (*now == level)
        return;
    *now = level;
    if (is(pin, chain_load) || is(pin, chain_clk) || is(pin, strip_clock))
        wiring->last_edge = wiring->avr->cycle;
    if (!level)
        return;
    if (is(pin, chain_clk))
        max7219_chain_clock(&wiring->chain, *level_of(wiring, chain_din));
    if (is(pin, chain_load))
        max7219_chain_load(&wiring->chain);
    if (is(pin, strip_clock))
        apa102_strip_clock(&wiring->strip, *level_of(wiring, strip_data));
}

struct listener {
    struct wiring *wiring;
    struct pin pin;
};

static void on_port_pin(avr_irq_t *irq, uint32_t value, void *param)
{
    struct listener *listener = param;

    (void)irq;
    drive(listener->wiring, listener->pin, value & 1);
}

/* simavr hands SPI over as bytes; the wires carry bits. */
static void on_spi_byte(avr_irq_t *irq, uint32_t value, void *param)
{
    struct wiring *wiring = param;
    uint8_t outputs = wiring->avr->data[DDRB_ADDRESS];
    uint8_t control = wiring->avr->data[SPCR_ADDRESS];

    (void)irq;
    if (!(outputs >> chain_din.bit & 1) || !(outputs >> chain_clk.bit & 1))
        return;
    if (control & (SPCR_DORD | SPCR_CPOL | SPCR_CPHA))
        fprintf(stderr, "SPI runs in a mode that the MAX7219 doesn't take (SPCR %02x)\n", control);
    for (int bit = 7; bit >= 0; bit--) {
        drive(wiring, chain_din, value >> bit & 1);
        drive(wiring, chain_clk, true);
        drive(wiring, chain_clk, false);
    }
}

static bool parse_pin(const char *text, struct pin *pin)
{
    if (text[0] < 'B' || text[0] > 'D' || text[1] < '0' || text[1] > '7')
        return false;
    *pin = (struct pin){text[0], text[1] - '0'};
    return true;
}

bool wiring_move_ring(const char *pins)
{
    return strlen(pins) == 5 && pins[2] == ',' && parse_pin(pins, &strip_clock) && parse_pin(pins + 3, &strip_data);
}

bool wiring_move_load(const char *pin)
{
    return strlen(pin) == 2 && parse_pin(pin, &chain_load);
}

void wiring_power_on(struct wiring *wiring)
{
    max7219_chain_power_on(&wiring->chain, wiring->chain.modules);
    apa102_strip_power_on(&wiring->strip, wiring->strip.lights);
}

void wiring_glitch(struct wiring *wiring)
{
    max7219_chain_power_on(&wiring->chain, wiring->chain.modules);
    wiring->last_edge = wiring->avr->cycle;
}

void wiring_connect(struct wiring *wiring, avr_t *avr, int modules, int lights)
{
    static struct listener listeners[3][8];

    memset(wiring, 0, sizeof *wiring);
    wiring->avr = avr;
    wiring->chain.modules = modules;
    wiring->strip.lights = lights;
    wiring_power_on(wiring);
    for (char port = 'B'; port <= 'D'; port++)
        for (int bit = 0; bit < 8; bit++) {
            struct listener *listener = &listeners[port - 'B'][bit];
            avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
            *listener = (struct listener){wiring, {port, bit}};
            avr_irq_register_notify(irq, on_port_pin, listener);
        }
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi_byte, wiring);
}
