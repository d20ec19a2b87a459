/* Runs the real firmware on simavr's ATmega328P, paced to the clock, and tells what modules and ring show. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "board.h"
#include "commands.h"
#include "pace.h"

#define PUMP_CYCLES (FREQUENCY / 1000)

static const char help[] =
    "usage: scoreboard-sim [options] firmware.elf\n"
    "\n"
    "Runs the scoreboard's firmware in simavr, paced to the clock. Prints one JSON object a line:\n"
    "  {\"pty\": \"/dev/pts/N\"}      first: where the serial line is (at any baud rate; the wire runs at 250,000)\n"
    "  {\"cycle\": C, \"pixels\": [8 strings of . and #], \"intensity\": [one a module], \"ring\": [[r,g,b], ...]}\n"
    "                              for each picture that modules and ring show, decoded from the pins, when it is\n"
    "                              complete (no edge for 100 us) and differs from the last; C is the cycle of its\n"
    "                              last edge\n"
    "\n"
    "  --modules N   MAX7219 modules in the chain (1..16, default 8)\n"
    "  --lights N    APA102 lights in the ring (1..90, default 60)\n"
    "  --speed F     F seconds of the board in a second (default 1; 0: as fast as it goes)\n"
    "  --ring PINS   clock and data pin of the ring, as port and bit (default D6,D7)\n"
    "  --load PIN    the modules' LOAD, as port and bit (default B2, which is the Nano's D10)\n"
    "  --bootloader NAME  none, new (Optiboot) or old (ATmegaBOOT), which a reset goes by (default none)\n"
    "  --dtr         reset the board whenever the pty is opened, as an Arduino Nano does\n"
    "  --help\n"
    "\n"
    "Ends when standard input closes, and on SIGTERM. Lines on standard input:\n";

static volatile sig_atomic_t terminated;

static void on_terminate(int signal)
{
    (void)signal;
    terminated = 1;
}

static void end_on(int signal_number)
{
    struct sigaction action = {.sa_handler = on_terminate}; /* without SA_RESTART: a blocked write ends too */

    sigaction(signal_number, &action, NULL);
}

/* Until standard input closes, a signal comes or the firmware crashes. The exit status. */
static int run(struct board *board, double speed, bool dtr)
{
    avr_t *avr = board->avr;
    avr_cycle_count_t pump_at = 0;
    struct pace pace;

    pace_start(&pace, avr->cycle, speed);
    while (!terminated) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the firmware crashed at cycle %llu\n", (unsigned long long)avr->cycle);
            return 1;
        }
        picture_look(&board->picture);
        board_hang(board);
        if (avr->cycle < pump_at)
            continue;
        pump_at = avr->cycle + PUMP_CYCLES;
        if (!commands_read(board))
            return 0;
        if (line_pump(&board->line) && dtr)
            board_reset(board, EXTERNAL);
        pace_keep(&pace, avr->cycle);
    }
    return 0;
}

static int number(const char *text, int low, int high, const char *option)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (*text == 0 || *end != 0 || value < low || value > high) {
        fprintf(stderr, "--%s takes a number from %d to %d\n", option, low, high);
        exit(2);
    }
    return (int)value;
}

static double speed_of(const char *text)
{
    char *end;
    double value = strtod(text, &end);

    if (*text == 0 || *end != 0 || !(value >= 0)) {
        fputs("--speed takes a number from 0 up\n", stderr);
        exit(2);
    }
    return value;
}

int main(int count, char **arguments)
{
    static const struct option options[] = {
        {"modules", required_argument, NULL, 'm'}, {"lights", required_argument, NULL, 'l'},
        {"speed", required_argument, NULL, 's'},   {"dtr", no_argument, NULL, 'd'},
        {"ring", required_argument, NULL, 'r'},    {"load", required_argument, NULL, 'L'},
        {"bootloader", required_argument, NULL, 'b'}, {"help", no_argument, NULL, 'h'},
        {0},
    };
    static struct board board;
    double speed = 1;
    bool dtr = false;
    int modules = 8;
    int lights = 60;
    int option;

    while ((option = getopt_long(count, arguments, "h", options, NULL)) != -1) {
        switch (option) {
        case 'm':
            modules = number(optarg, 1, CHAIN_MAX, "modules");
            break;
        case 'l':
            lights = number(optarg, 1, STRIP_MAX, "lights");
            break;
        case 's':
            speed = speed_of(optarg);
            break;
        case 'r':
            if (!wiring_move_ring(optarg)) {
                fputs("--ring takes two pins of the ports B, C and D, like D6,D7\n", stderr);
                return 2;
            }
            break;
        case 'L':
            if (!wiring_move_load(optarg)) {
                fputs("--load takes a pin of the ports B, C and D, like B2\n", stderr);
                return 2;
            }
            break;
        case 'b':
            if (!watchdog_parse_bootloader(optarg, &board.bootloader)) {
                fputs("--bootloader takes none, new or old\n", stderr);
                return 2;
            }
            break;
        case 'd':
            dtr = true;
            break;
        case 'h':
            fputs(help, stdout);
            fputs(commands_help, stdout);
            return 0;
        default:
            return 2;
        }
    }
    if (optind != count - 1) {
        fputs("one firmware.elf is wanted; see --help\n", stderr);
        return 2;
    }
    end_on(SIGTERM);
    end_on(SIGINT);
    if (!board_make(&board, arguments[optind], modules, lights))
        return 2;
    if (!line_plug(&board.line))
        return 1;
    return run(&board, speed, dtr);
}
