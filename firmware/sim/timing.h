/* Makes UART and SPI as fast as the chip's. simavr's UART counts a parity bit that isn't sent and makes a byte take its
 * time once more after it has come; its SPI takes 100 us a byte whatever its clock. */
#ifndef TIMING_H
#define TIMING_H

#include "sim_avr.h"

/* Call once, after avr_init. */
void timing_correct(avr_t *avr);

/* A byte has come over the line, with its stop bit; `byte` may carry UART_INPUT_FE. As on the chip it is lost where the
 * program has left two before it unread and another is in the shift register. */
void timing_receive(avr_t *avr, uint32_t byte);

#endif
