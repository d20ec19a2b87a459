/* Without a fuzzer: the messages of vectors.json, whole and spoilt, inputs made by chance that is the same each time,
 * and any files named on the command line, such as what a fuzzer has found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_input.h"
#include "protocol.h"
#include "vectors_types.h"

#include "vectors.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define INPUT_MAX 2048
#define ROUNDS 20000

static uint8_t input[INPUT_MAX];
static size_t length;

/* xorshift32 (Marsaglia 2003) */
static uint32_t chance(void)
{
    static uint32_t state = 2463534242u;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void put(const uint8_t *bytes, size_t count)
{
    if (count > INPUT_MAX - length)
        count = INPUT_MAX - length;
    memcpy(input + length, bytes, count);
    length += count;
}

static void begin(uint8_t how)
{
    const uint8_t header[] = {how, chance() % 2 ? 0xFF : (uint8_t)chance()};

    length = 0;
    put(header, sizeof header);
}

static void spoil(void)
{
    for (uint32_t times = chance() % 4; times > 0 && length > 2; times--)
        input[2 + chance() % (length - 2)] = (uint8_t)chance();
}

/* Vectors of messages and of damaged ones, in any order. */
static void make_wire(void)
{
    begin((uint8_t)(chance() & ~8u));
    for (uint32_t count = chance() % 8; count > 0; count--) {
        const struct message_vector *good = &message_vectors[chance() % COUNT(message_vectors)];
        const struct damaged_vector *bad = &damaged_vectors[chance() % COUNT(damaged_vectors)];
        if (chance() % 4 > 0)
            put(good->wire, good->wire_length);
        else
            put(bad->wire, bad->wire_length);
    }
    spoil();
}

/* Messages of any type, most of them of a length and with values that fit. */
static void make_messages(void)
{
    begin((uint8_t)(chance() | 8u));
    uint16_t frame = FRAME_BYTES(8, 60);
    for (uint32_t count = chance() % 8; count > 0; count--) {
        uint8_t type = (uint8_t)(chance() % 7);
        uint16_t size = type == FRAME ? frame : type == SETTINGS ? SETTINGS_BYTES : 0;
        uint8_t payload[4 + PAYLOAD_MAX];
        if (chance() % 16 == 0)
            size = (uint16_t)(chance() % (PAYLOAD_MAX + 1));
        if (size > PAYLOAD_MAX)
            size = PAYLOAD_MAX;
        for (uint16_t i = 4; i < 4 + size; i++)
            payload[i] = (uint8_t)chance();
        if (type == FRAME)
            payload[4] %= 17;
        if (type == SETTINGS && size == SETTINGS_BYTES) {
            payload[5] %= 50;
            payload[6] = (uint8_t)(payload[6] % 18);
            payload[7] = (uint8_t)(payload[7] % 92);
            frame = FRAME_BYTES(payload[6], payload[7]);
        }
        payload[0] = type;
        payload[1] = (uint8_t)(chance() % 8 == 0 ? 250 : chance() % 3);
        payload[2] = (uint8_t)size;
        payload[3] = (uint8_t)(size >> 8);
        put(payload, 4u + size);
    }
}

static int replay_file(const char *name)
{
    FILE *file = fopen(name, "rb");

    if (file == NULL) {
        perror(name);
        return 1;
    }
    length = fread(input, 1, sizeof input, file);
    fclose(file);
    board_takes(input, length);
    return 0;
}

int main(int count, char **names)
{
    for (int i = 1; i < count; i++)
        if (replay_file(names[i]) != 0)
            return 1;
    for (int round = 0; round < ROUNDS; round++) {
        if (round % 2 == 0)
            make_wire();
        else
            make_messages();
        board_takes(input, length);
    }
    printf("%d files and %d inputs replayed\n", count - 1, ROUNDS);
    return 0;
}
