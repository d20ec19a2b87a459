/* The ring of APA102 lights, by software on two pins of its own. */
#ifndef APA102_H
#define APA102_H

#include <stdint.h>

/* `scale` that leaves the colours as they are. */
#define SCALE_FULL 256

void apa102_start(void);

/* Shows red, green, blue for each light, each value times scale / 256. */
void apa102_show(const uint8_t *colours, uint8_t lights, uint16_t scale);

#endif
