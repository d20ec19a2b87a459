#include "commands.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char commands_help[] =
    "  reset      press the reset button       unplug      hang up the pty\n"
    "  power      switch off and on            plug        a new pty; its name is printed\n"
    "  brownout   the supply sags              glitch      every module forgets what it was told\n"
    "  hang       the program loops for ever   eeprom A V  write value V at address A\n"
    "  deafhang   the same with interrupts off  optiboot   press the reset button of a board with the new bootloader\n"
    "  stack      print {\"stack\": N}: the most bytes of stack that were used since power-on\n";

static void reset_through_optiboot(struct board *board)
{
    enum bootloader own = board->bootloader;

    board->bootloader = NEW_BOOTLOADER;
    board_reset(board, EXTERNAL);
    board->bootloader = own;
}

static bool obey(struct board *board, const char *command)
{
    if (strcmp(command, "reset") == 0)
        board_reset(board, EXTERNAL);
    else if (strcmp(command, "power") == 0)
        board_reset(board, POWER_ON);
    else if (strcmp(command, "optiboot") == 0)
        reset_through_optiboot(board);
    else if (strcmp(command, "brownout") == 0)
        board_reset(board, BROWN_OUT);
    else if (strcmp(command, "hang") == 0)
        board_want_hang(board, false);
    else if (strcmp(command, "deafhang") == 0)
        board_want_hang(board, true);
    else if (strcmp(command, "glitch") == 0)
        wiring_glitch(&board->wiring);
    else if (strncmp(command, "eeprom ", 7) == 0)
        board_write_eeprom(board, command + 7);
    else if (strcmp(command, "stack") == 0)
        board_tell_stack(board);
    else if (strcmp(command, "unplug") == 0)
        line_unplug(&board->line);
    else if (strcmp(command, "plug") == 0)
        return line_plug(&board->line);
    else
        fprintf(stderr, "unknown command: %s\n", command);
    return true;
}

bool commands_read(struct board *board)
{
    static char command[64];
    static size_t length;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char byte;

    while (poll(&input, 1, 0) > 0) {
        if (read(STDIN_FILENO, &byte, 1) <= 0)
            return false;
        if (byte != '\n') {
            if (length < sizeof command - 1)
                command[length++] = byte;
            continue;
        }
        command[length] = 0;
        length = 0;
        if (!obey(board, command))
            return false;
    }
    return true;
}
