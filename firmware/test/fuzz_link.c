/* For libFuzzer: any bytes at all, judged by the link and by the oracle. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "oracle.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const uint8_t hello[] = {0x00, 0x06, 0x01, 0x01, 0x01, 0xD8, 0xBC, 0x00};
    static uint8_t buffer[MESSAGE_MAX];
    struct oracle oracle = {.length = 0};
    struct message message;
    struct link link;

    if (length >= ORACLE_BYTES)
        return 0;
    link_start(&link, buffer);
    for (size_t i = 0; i < length; i++)
        receive_checked(&link, &oracle, bytes[i], &message);
    enum link_event event = LINK_NOTHING;
    for (size_t i = 0; i < sizeof hello; i++)
        event = receive_checked(&link, &oracle, hello[i], &message);
    if (event != LINK_MESSAGE || message.type != HELLO)
        abort();
    return 0;
}
