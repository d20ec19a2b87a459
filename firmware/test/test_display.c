/* Tests of what is shown in time: the sign of a lost line, which nothing but one pixel may tell. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chip.h"
#include "scoreboard.h"
#include "vectors_types.h"

#include "vectors.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void check_at(bool right, const char *what, int line)
{
    if (right)
        return;
    fprintf(stderr, "test_display.c:%d: %s\n", line, what);
    exit(1);
}
#define CHECK(condition) check_at(condition, #condition, __LINE__)

static void wait_ms(uint32_t ms)
{
    for (; ms > 0; ms--) {
        chip.now++;
        scoreboard_poll();
    }
}

static void send(const struct message_vector *vector)
{
    for (size_t i = 0; i < vector->wire_length; i++)
        scoreboard_receive(vector->wire[i]);
}

/* A frame of the usual size, shown on a board that was just switched on. */
static void show_a_frame(void)
{
    memset(chip.eeprom, 0xFF, sizeof chip.eeprom);
    chip_power_on();
    scoreboard_start();
    for (size_t i = 0; i < COUNT(message_vectors); i++)
        if (message_vectors[i].type == FRAME && message_vectors[i].payload_length == FRAME_BYTES(8, 60)) {
            send(&message_vectors[i]);
            return;
        }
    CHECK(!"the vectors have such a frame");
}

static void the_sign_blinks_and_no_refresh_takes_it_away(void)
{
    show_a_frame();
    bool plain = chip_corner_is_lit();
    wait_ms(2999);
    CHECK(chip_corner_is_lit() == plain);
    wait_ms(1);
    for (unsigned half = 0; half < 20; half++) {
        bool inverted = half % 2 == 0;
        CHECK(chip_corner_is_lit() == (inverted ? !plain : plain));
        chip_watch_corner(inverted ? !plain : plain);
        uint32_t before = chip.pictures;
        wait_ms(499);
        CHECK(chip.pictures >= before + 4);
        CHECK(!chip.unsigned_between);
        chip_watch_corner(inverted ? plain : !plain);
        wait_ms(1);
    }
}

static void the_sign_changes_nothing_but_its_pixel(void)
{
    uint8_t ring[sizeof chip.ring];
    uint8_t rows[sizeof chip.rows];

    show_a_frame();
    wait_ms(3000);
    memcpy(ring, chip.ring, sizeof ring);
    memcpy(rows, chip.rows, sizeof rows);
    uint8_t intensity = chip.intensity;
    for (unsigned half = 0; half < 4; half++) {
        wait_ms(500);
        rows[7] ^= 1;
        CHECK(memcmp(chip.rows, rows, sizeof rows) == 0);
        CHECK(memcmp(chip.ring, ring, sizeof ring) == 0);
        CHECK(chip.intensity == intensity);
    }
}

#define RUN(test) (test(), printf("ok %s\n", #test))

int main(void)
{
    RUN(the_sign_blinks_and_no_refresh_takes_it_away);
    RUN(the_sign_changes_nothing_but_its_pixel);
    return 0;
}
