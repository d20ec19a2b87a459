#include "current_limit.h"

#include "board.h"
#include "protocol.h"

#define FULL 256

static uint8_t count_bits(uint8_t byte)
{
    uint8_t count = 0;

    for (; byte != 0; byte &= byte - 1)
        count++;
    return count;
}

struct load load_of(const uint8_t *frame, uint8_t modules, uint8_t lights)
{
    struct load load = {.modules = modules, .lights = lights, .intensity = frame[0]};
    const uint8_t *byte = frame + 1;

    for (uint8_t i = 0; i < ROWS * modules; i++)
        load.lit += count_bits(*byte++);
    for (uint16_t i = 0; i < 3u * lights; i++)
        load.sum += *byte++;
    return load;
}

static uint32_t matrix_ma(uint16_t lit, uint8_t intensity)
{
    return ((uint32_t)lit * (PIXEL_MA * (2u * intensity + 1)) + 31) / 32;
}

static uint32_t difference(uint32_t from, uint32_t take)
{
    return from > take ? from - take : 0;
}

static uint8_t dimmed_intensity(uint8_t intensity, uint16_t scale)
{
    uint16_t duty = scale * (2u * intensity + 1);

    while (intensity > 0 && FULL * (2u * intensity + 1) > duty)
        intensity--;
    return intensity;
}

struct dimming dimming_for(const struct load *load, uint16_t limit_ma)
{
    struct dimming result = {.intensity = load->intensity, .scale = FULL};
    uint32_t ring_ma = (load->sum * COLOUR_MA + 254) / 255;
    uint32_t wanted = matrix_ma(load->lit, load->intensity) + ring_ma;
    uint32_t available = difference(limit_ma, MODULE_IDLE_MA * load->modules + LIGHT_IDLE_MA * load->lights);

    if (wanted <= available)
        return result;
    result.dimmed = true;
    result.scale = (uint16_t)(FULL * available / wanted);
    result.intensity = dimmed_intensity(load->intensity, result.scale);
    if (ring_ma > 0) {
        uint32_t for_ring = difference(available, matrix_ma(load->lit, result.intensity));
        uint32_t scale = FULL * for_ring / ring_ma;
        if (scale < result.scale)
            result.scale = (uint16_t)scale;
    }
    return result;
}
