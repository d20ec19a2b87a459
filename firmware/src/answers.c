#include "answers.h"

#include "clock.h"
#include "link.h"
#include "uart.h"
#include "version.h"
#include "watchdog.h"

static uint8_t *put_u16(uint8_t *to, uint16_t value)
{
    *to++ = (uint8_t)value;
    *to++ = (uint8_t)(value >> 8);
    return to;
}

static uint8_t *put_u32(uint8_t *to, uint32_t value)
{
    return put_u16(put_u16(to, (uint16_t)value), (uint16_t)(value >> 16));
}

static void send(enum message_type type, uint8_t seq, const uint8_t *payload, uint8_t length)
{
    uint8_t wire[LINK_WIRE_MAX];

    uart_write(wire, link_compose(type, seq, payload, length, wire));
}

void answer_ack(enum message_type type, uint8_t seq, uint8_t flags)
{
    uint8_t payload[] = {type, flags};

    send(ACK, seq, payload, sizeof payload);
}

void answer_nak(uint8_t type, uint8_t seq, enum nak_reason reason)
{
    uint8_t payload[] = {type, reason};

    send(NAK, seq, payload, sizeof payload);
}

void answer_hello(uint8_t seq, const struct settings *settings, enum settings_source source, enum showing showing)
{
    uint8_t payload[HELLO_BYTES] = {
        FIRMWARE_MAJOR, FIRMWARE_MINOR, FIRMWARE_PATCH, watchdog_reset_cause(), settings->modules, settings->lights,
    };
    uint8_t *to = put_u16(payload + 6, settings->limit_ma);

    to = put_u16(to, PAYLOAD_MAX);
    to = put_u32(to, clock_ms());
    *to++ = source;
    *to++ = showing;
    send(BOARD_HELLO, seq, payload, sizeof payload);
}

void answer_counters(uint8_t seq, const struct counters *counters)
{
    uint8_t payload[COUNTERS_BYTES];
    uint8_t *to = put_u32(payload, counters->good);

    to = put_u32(to, counters->damaged);
    to = put_u32(to, counters->malformed);
    to = put_u32(to, uart_overruns());
    to = put_u32(to, counters->duplicate);
    put_u32(to, counters->refused);
    send(BOARD_COUNTERS, seq, payload, sizeof payload);
}
