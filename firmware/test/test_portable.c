/* Tests of what of the firmware runs on any machine: CRC, COBS, link, current limit. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cobs.h"
#include "crc.h"
#include "current_limit.h"
#include "link.h"
#include "oracle.h"
#include "vectors_types.h"

#include "vectors.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *running;
static unsigned checks;

static void check_at(bool right, const char *what, int line)
{
    checks++;
    if (right)
        return;
    fprintf(stderr, "test_portable.c:%d: %s: %s\n", line, running, what);
    exit(1);
}
#define CHECK(condition) check_at(condition, #condition, __LINE__)

/* xorshift32 (Marsaglia 2003) */
static uint32_t chance(void)
{
    static uint32_t state = 2463534242u;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static const struct message_vector *vector_named(const char *name)
{
    for (size_t i = 0; i < COUNT(message_vectors); i++)
        if (strcmp(message_vectors[i].name, name) == 0)
            return &message_vectors[i];
    fprintf(stderr, "no vector is named %s\n", name);
    exit(1);
}

static void crc_is_as_the_vectors_have_it(void)
{
    for (size_t i = 0; i < COUNT(crc_vectors); i++) {
        uint32_t crc = CRC_START;
        for (size_t byte = 0; byte < crc_vectors[i].length; byte++)
            crc = crc_update(crc, crc_vectors[i].data[byte]);
        CHECK(~crc == crc_vectors[i].crc);
        CHECK(oracle_crc(crc_vectors[i].data, crc_vectors[i].length) == crc_vectors[i].crc);
    }
}

static void cobs_decodes_the_vectors(void)
{
    for (size_t i = 0; i < COUNT(cobs_vectors); i++) {
        const struct cobs_vector *vector = &cobs_vectors[i];
        struct cobs_decoder decoder;
        size_t length = 0;
        uint8_t plain;
        cobs_start(&decoder);
        CHECK(!cobs_complete(&decoder));
        for (size_t byte = 0; byte < vector->encoded_length; byte++)
            if (cobs_decode(&decoder, vector->encoded[byte], &plain)) {
                CHECK(length < vector->plain_length && plain == vector->plain[length]);
                length++;
            }
        CHECK(length == vector->plain_length);
        CHECK(cobs_complete(&decoder));
    }
}

static void cobs_encodes_the_vectors_of_one_block(void)
{
    unsigned encoded = 0;

    for (size_t i = 0; i < COUNT(cobs_vectors); i++) {
        const struct cobs_vector *vector = &cobs_vectors[i];
        uint8_t bytes[COBS_BLOCK + 1];
        if (vector->plain_length > COBS_BLOCK || vector->encoded_length != vector->plain_length + 1)
            continue;
        cobs_encode(vector->plain, (uint8_t)vector->plain_length, bytes);
        CHECK(memcmp(bytes, vector->encoded, vector->encoded_length) == 0);
        encoded++;
    }
    CHECK(encoded >= 5);
}

static void link_finds_every_message_for_the_board(void)
{
    static uint8_t buffer[MESSAGE_MAX];
    struct link link;
    unsigned found = 0;

    link_start(&link, buffer);
    for (size_t i = 0; i < COUNT(message_vectors); i++) {
        const struct message_vector *vector = &message_vectors[i];
        struct message message = {0};
        for (size_t byte = 0; byte < vector->wire_length; byte++) {
            enum link_event event = link_receive(&link, vector->wire[byte], &message);
            CHECK((event == LINK_MESSAGE) == (byte == vector->wire_length - 1));
        }
        running = vector->name;
        CHECK(message.version == vector->version && message.type == vector->type && message.seq == vector->seq);
        CHECK(message.length == vector->payload_length);
        CHECK(memcmp(message.payload, vector->payload, message.length) == 0);
        found += vector->to_board;
    }
    CHECK(found >= 5);
}

static void link_composes_every_message_for_the_host(void)
{
    unsigned composed = 0;

    for (size_t i = 0; i < COUNT(message_vectors); i++) {
        const struct message_vector *vector = &message_vectors[i];
        uint8_t wire[LINK_WIRE_MAX];
        if (vector->to_board)
            continue;
        running = vector->name;
        uint8_t payload_length = (uint8_t)vector->payload_length;
        uint8_t length = link_compose(vector->type, vector->seq, vector->payload, payload_length, wire);
        CHECK(length == vector->wire_length && memcmp(wire, vector->wire, length) == 0);
        composed++;
    }
    CHECK(composed >= 5);
}

static void damaged_messages_are_told_apart_and_the_next_good_one_is_found(void)
{
    static uint8_t buffer[MESSAGE_MAX];
    const struct message_vector *good = &message_vectors[0];
    struct message message;
    struct link link;

    link_start(&link, buffer);
    for (size_t i = 0; i < COUNT(damaged_vectors); i++) {
        const struct damaged_vector *vector = &damaged_vectors[i];
        running = vector->name;
        for (size_t byte = 0; byte < vector->wire_length; byte++) {
            enum link_event event = link_receive(&link, vector->wire[byte], &message);
            CHECK(event == (byte == vector->wire_length - 1 ? vector->event : LINK_NOTHING));
        }
        enum link_event event = LINK_NOTHING;
        for (size_t byte = 0; byte < good->wire_length; byte++)
            event = link_receive(&link, good->wire[byte], &message);
        CHECK(event == LINK_MESSAGE && message.type == good->type);
    }
}

static bool holds_a_message(const uint8_t *wire, size_t length)
{
    static uint8_t buffer[MESSAGE_MAX];
    struct message message;
    struct link link;

    link_start(&link, buffer);
    for (size_t byte = 0; byte < length; byte++)
        if (link_receive(&link, wire[byte], &message) == LINK_MESSAGE)
            return true;
    return false;
}

/* Of what this makes of a score, a CRC-16 took one message in a thousand for right. */
static void no_byte_that_comes_twice_makes_up_for_one_that_is_lost(void)
{
    const struct message_vector *score = vector_named("frame, a score");

    for (size_t twice = 1; twice < score->wire_length - 1; twice++)
        for (size_t lost = 1; lost < score->wire_length - 1; lost++) {
            uint8_t spoilt[MESSAGE_MAX] = {0};
            size_t length = 0;
            for (size_t byte = 0; byte < score->wire_length; byte++)
                for (int times = (byte != lost) + (byte == twice); times > 0; times--)
                    spoilt[length++] = score->wire[byte];
            CHECK(memcmp(spoilt, score->wire, length) == 0 || !holds_a_message(spoilt, length));
        }
}

static void any_bytes_at_all_leave_the_link_in_step_within_one_good_message(void)
{
    static uint8_t buffer[MESSAGE_MAX];
    static struct oracle oracle;
    struct message message;
    struct link link;

    link_start(&link, buffer);
    for (int round = 0; round < 2000; round++) {
        const struct message_vector *good = &message_vectors[chance() % COUNT(message_vectors)];
        uint32_t noise = chance() % 1500;
        for (uint32_t i = 0; i < noise; i++)
            receive_checked(&link, &oracle, (uint8_t)chance(), &message);
        enum link_event event = LINK_NOTHING;
        for (size_t byte = 0; byte < good->wire_length; byte++)
            event = receive_checked(&link, &oracle, good->wire[byte], &message);
        CHECK(event == LINK_MESSAGE && message.type == good->type && message.seq == good->seq);
    }
}

static void flipped_dropped_and_doubled_bytes_are_judged_as_the_definition_judges_them(void)
{
    static uint8_t buffer[MESSAGE_MAX];
    static struct oracle oracle;
    unsigned seen[LINK_MALFORMED + 1] = {0};
    struct message message;
    struct link link;

    link_start(&link, buffer);
    for (int round = 0; round < 20000; round++) {
        const struct message_vector *vector = &message_vectors[chance() % COUNT(message_vectors)];
        for (size_t byte = 0; byte < vector->wire_length; byte++) {
            uint8_t value = vector->wire[byte];
            uint32_t fate = chance() % 500;
            if (fate == 0)
                continue;
            if (fate == 1)
                value ^= (uint8_t)(1u << chance() % 8);
            seen[receive_checked(&link, &oracle, value, &message)]++;
            if (fate == 2)
                seen[receive_checked(&link, &oracle, value, &message)]++;
        }
    }
    CHECK(seen[LINK_MESSAGE] > 1000 && seen[LINK_DAMAGED] > 100 && seen[LINK_MALFORMED] > 100);
}

static void dimming_is_as_the_vectors_have_it(void)
{
    for (size_t i = 0; i < COUNT(limit_vectors); i++) {
        const struct limit_vector *vector = &limit_vectors[i];
        struct dimming dimming = dimming_for(&vector->load, vector->limit_ma);
        CHECK(dimming.intensity == vector->wanted.intensity);
        CHECK(dimming.scale == vector->wanted.scale);
        CHECK(dimming.dimmed == vector->wanted.dimmed);
    }
}

static void nothing_ever_draws_more_than_the_limit(void)
{
    for (int round = 0; round < 200000; round++) {
        struct load load = {
            .modules = (uint8_t)(1 + chance() % MODULES_MAX),
            .lights = (uint8_t)(1 + chance() % LIGHTS_MAX),
            .intensity = (uint8_t)(chance() % (INTENSITY_MAX + 1)),
        };
        uint16_t limit_ma = (uint16_t)(LIMIT_MA_MIN + chance() % (LIMIT_MA_MAX - LIMIT_MA_MIN + 1));
        load.lit = (uint16_t)(chance() % (64u * load.modules + 1));
        load.sum = chance() % (765u * load.lights + 1);
        struct dimming dimming = dimming_for(&load, limit_ma);
        uint32_t tenths = 80u * load.modules + 10u * load.lights + load.lit * 50u * (2u * dimming.intensity + 1) / 32 +
                          load.sum * 200 / 255 * dimming.scale / 256;
        CHECK(dimming.intensity <= load.intensity && dimming.scale <= 256);
        CHECK(tenths <= 10u * limit_ma);
    }
}

static void a_frames_load_is_counted(void)
{
    for (size_t i = 0; i < COUNT(message_vectors); i++) {
        const struct message_vector *vector = &message_vectors[i];
        if (vector->type != FRAME)
            continue;
        struct load load = load_of(vector->payload, 8, 60);
        uint32_t sum = 0;
        uint16_t lit = 0;
        for (size_t bit = 0; bit < 512; bit++)
            lit += vector->payload[1 + bit / 8] >> bit % 8 & 1;
        for (size_t value = 65; value < vector->payload_length; value++)
            sum += vector->payload[value];
        running = vector->name;
        CHECK(load.lit == lit && load.sum == sum && load.intensity == vector->payload[0]);
    }
}

#define RUN(test) (running = #test, test(), printf("ok %s\n", #test))

int main(void)
{
    RUN(crc_is_as_the_vectors_have_it);
    RUN(cobs_decodes_the_vectors);
    RUN(cobs_encodes_the_vectors_of_one_block);
    RUN(link_finds_every_message_for_the_board);
    RUN(link_composes_every_message_for_the_host);
    RUN(damaged_messages_are_told_apart_and_the_next_good_one_is_found);
    RUN(no_byte_that_comes_twice_makes_up_for_one_that_is_lost);
    RUN(any_bytes_at_all_leave_the_link_in_step_within_one_good_message);
    RUN(flipped_dropped_and_doubled_bytes_are_judged_as_the_definition_judges_them);
    RUN(dimming_is_as_the_vectors_have_it);
    RUN(nothing_ever_draws_more_than_the_limit);
    RUN(a_frames_load_is_counted);
    printf("%u checks\n", checks);
    return 0;
}
