/* For libFuzzer: any bytes at all, for the whole way from the line to the outputs. */
#include "board_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    board_takes(bytes, length);
    return 0;
}
