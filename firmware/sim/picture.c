#include "picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void picture_start(struct picture *picture, struct wiring *wiring)
{
    picture->wiring = wiring;
    picture->looked_at = 0;
    picture->shown[0] = 0;
}

static void print_rows(FILE *to, const struct max7219_chain *chain)
{
    for (int row = 0; row < CHAIN_ROWS; row++) {
        fputs(row == 0 ? "\"" : ", \"", to);
        for (int column = 0; column < 8 * chain->modules; column++)
            fputc(max7219_chain_pixel(chain, row, column) ? '#' : '.', to);
        fputc('"', to);
    }
}

static void print_intensity(FILE *to, const struct max7219_chain *chain)
{
    for (int module = 0; module < chain->modules; module++)
        fprintf(to, module == 0 ? "%d" : ", %d", max7219_chain_intensity(chain, module));
}

static void print_ring(FILE *to, const struct apa102_strip *strip)
{
    for (int i = 0; i < strip->lights; i++) {
        const struct apa102 *light = &strip->light[i];
        int part = light->brightness;
        fprintf(to, i == 0 ? "[%d,%d,%d]" : ", [%d,%d,%d]", light->red * part / 31, light->green * part / 31,
                light->blue * part / 31);
    }
}

static void print_picture(FILE *to, const struct wiring *wiring)
{
    fputs("\"pixels\": [", to);
    print_rows(to, &wiring->chain);
    fputs("], \"intensity\": [", to);
    print_intensity(to, &wiring->chain);
    fputs("], \"ring\": [", to);
    print_ring(to, &wiring->strip);
    fputs("]", to);
}

void picture_look(struct picture *picture)
{
    struct wiring *wiring = picture->wiring;
    char now[sizeof picture->shown];

    if (picture->looked_at == wiring->last_edge || wiring->avr->cycle < wiring->last_edge + QUIET_CYCLES)
        return;
    picture->looked_at = wiring->last_edge;
    FILE *to = fmemopen(now, sizeof now, "w");
    print_picture(to, wiring);
    fclose(to);
    if (strcmp(now, picture->shown) == 0)
        return;
    strcpy(picture->shown, now);
    printf("{\"cycle\": %" PRIu64 ", %s}\n", (uint64_t)wiring->last_edge, now);
    fflush(stdout);
}
