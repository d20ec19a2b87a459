/* How much a picture has to be dimmed so that it draws no more than the supply may give: "Current limit" in
 * PROTOCOL.md. */
#ifndef CURRENT_LIMIT_H
#define CURRENT_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct load {
    uint8_t modules;
    uint8_t lights;
    uint8_t intensity;
    uint16_t lit; /* pixels */
    uint32_t sum; /* of all ring values */
};

struct dimming {
    uint8_t intensity;
    uint16_t scale; /* of the ring, in 1/256 */
    bool dimmed;
};

struct load load_of(const uint8_t *frame, uint8_t modules, uint8_t lights);
struct dimming dimming_for(const struct load *load, uint16_t limit_ma);

#endif
