/* The board: an Arduino Nano (ATmega328P, 16 MHz, 5 V) and what hangs on its pins.
 *
 *   pin   port  goes to                    remark
 *   D0    PD0   USB serial, RX             UART
 *   D1    PD1   USB serial, TX             UART
 *   D6    PD6   ring, CI (clock in) *      APA102, of its own: an APA102 has no chip select and takes every
 *   D7    PD7   ring, DI (data in) *       edge for its own, so it can't share wires with the modules
 *   D10   PB2   modules, LOAD (CS) *       10 kOhm to 5 V: it must not float while the bootloader runs
 *   D11   PB3   modules, DIN               MAX7219, SPI; the first module of the chain is the rightmost
 *   D13   PB5   modules, CLK               also the Nano's own LED, which flickers with it
 *
 * Those with a star are chosen in ../pins.mk, see pins.h; the others are those of the chip's hardware.
 */
#ifndef BOARD_H
#define BOARD_H

/* What RAM is kept for. */
#define MODULES_MAX 16
#define LIGHTS_MAX 90

/* What is used until SETTINGS say otherwise. */
#define DEFAULT_MODULES 8
#define DEFAULT_LIGHTS 60
#define DEFAULT_LIMIT_MA 4000

/* What the parts draw (see "Current limit" in PROTOCOL.md). */
#define MODULE_IDLE_MA 8
#define LIGHT_IDLE_MA 1
#define PIXEL_MA 5
#define COLOUR_MA 20

#endif
