/* The Nano's pins by the names printed on it, and which of them ../pins.mk gives to what. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

/* As Arduino counts them: D0 to D7 are port D, D8 to D13 port B, A0 to A5 port C. */
enum pin {
    PIN_D0, PIN_D1, PIN_D2, PIN_D3, PIN_D4, PIN_D5, PIN_D6, PIN_D7,
    PIN_D8, PIN_D9, PIN_D10, PIN_D11, PIN_D12, PIN_D13,
    PIN_A0, PIN_A1, PIN_A2, PIN_A3, PIN_A4, PIN_A5,
};

/* For pins known when this is compiled: each use is one instruction. */
#define PORT_OF(pin) (*((pin) < PIN_D8 ? &PORTD : (pin) < PIN_A0 ? &PORTB : &PORTC))
#define DDR_OF(pin) (*((pin) < PIN_D8 ? &DDRD : (pin) < PIN_A0 ? &DDRB : &DDRC))
#define BIT_OF(pin) _BV((pin) < PIN_D8 ? (pin) : (pin) < PIN_A0 ? (pin) - PIN_D8 : (pin) - PIN_A0)

#define SET_HIGH(pin) (PORT_OF(pin) |= BIT_OF(pin))
#define SET_LOW(pin) (PORT_OF(pin) &= (uint8_t)~BIT_OF(pin))
#define MAKE_OUTPUT(pin) (DDR_OF(pin) |= BIT_OF(pin))

/* Of the SPI hardware. Its select pin has to be an output, or a low level there ends its being the master. */
#define MATRIX_DIN PIN_D11
#define MATRIX_CLK PIN_D13
#define SPI_SELECT PIN_D10

#define IS_FREE(pin) \
    ((pin) > PIN_D1 && (pin) <= PIN_A5 && (pin) != MATRIX_DIN && (pin) != PIN_D12 && (pin) != MATRIX_CLK)

_Static_assert(IS_FREE(RING_CLOCK), "RING_CLOCK is a pin of the serial line or of SPI; free are D2 to D10, A0 to A5");
_Static_assert(IS_FREE(RING_DATA), "RING_DATA is a pin of the serial line or of SPI; free are D2 to D10, A0 to A5");
_Static_assert(IS_FREE(MATRIX_LOAD), "MATRIX_LOAD is a pin of the serial line or of SPI; free are D2 to D10, A0 to A5");
_Static_assert(RING_CLOCK != RING_DATA && RING_CLOCK != MATRIX_LOAD && RING_DATA != MATRIX_LOAD,
               "ring and modules share a pin: an APA102 has no chip select and takes every edge for its own");

#endif
