#include "board.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "avr_eeprom.h"
#include "sim_elf.h"
#include "timing.h"

#define MCU "atmega328p"
#define MCUSR_ADDRESS 0x54
#define SRAM_ADDRESS 0x100
#define SRAM_BYTES 2048
#define EEPROM_BYTES 1024
#define NOINIT_BYTES 8 /* at most; the ELF file's .noinit isn't told apart */
#define FOREVER 0xCFFFu /* rjmp to itself */

/* What SRAM holds at power-on is chance, and here a pattern that shows what was written since. */
static uint8_t unwritten(int i)
{
    return (uint8_t)(i * 167 + 91);
}

/* Puts the program where it stays. False where it has no such place. */
static bool loop_for_ever(avr_t *avr)
{
    for (avr_flashaddr_t pc = 0; pc + 1 < avr->codeend; pc += 2)
        if ((avr->flash[pc] | avr->flash[pc + 1] << 8) == FOREVER) {
            avr->pc = pc;
            avr->state = cpu_Running;
            return true;
        }
    fputs("this firmware has no endless loop to hang in\n", stderr);
    return false;
}

/* What the bootloader leaves of the causes. A cause stays in MCUSR until a program clears it, and with WDRF the watchdog
 * stays on, after any later reset too. */
static void pass_bootloader(struct board *board)
{
    avr_t *avr = board->avr;
    uint8_t *causes = avr->data + MCUSR_ADDRESS;

    if (board->bootloader == NEW_BOOTLOADER) {
        avr->data[2] = *causes;
        *causes = 0;
    } else if (board->bootloader == OLD_BOOTLOADER && *causes & WATCHDOG) {
        /* Reset again every 16 ms, before it comes to the firmware: dark and silent, as here. */
        loop_for_ever(avr);
    }
}

void board_reset(struct board *board, enum reset_cause cause)
{
    avr_t *avr = board->avr;
    uint8_t *sram = avr->data + SRAM_ADDRESS;
    uint8_t kept[SRAM_BYTES];
    uint8_t causes = (cause == POWER_ON ? 0 : avr->data[MCUSR_ADDRESS]) | (uint8_t)cause;

    memcpy(kept, sram, sizeof kept);
    watchdog_survives_reset(avr, causes & WATCHDOG && board->bootloader == NO_BOOTLOADER);
    avr_reset(avr);
    avr->state = cpu_Running;
    avr->data[MCUSR_ADDRESS] = causes;
    board->watchdog_at = 0;
    if (cause == POWER_ON) {
        for (int i = 0; i < SRAM_BYTES; i++)
            sram[i] = unwritten(i);
        wiring_power_on(&board->wiring);
    } else {
        memcpy(sram, kept, sizeof kept);
    }
    pass_bootloader(board);
}

void board_want_hang(struct board *board, bool deaf)
{
    board->hang_wanted = true;
    board->deaf = deaf;
}

/* The program has to be caught outside of its interrupts, for those go on unless it is deaf. */
void board_hang(struct board *board)
{
    avr_t *avr = board->avr;

    if (board->watchdog_at != 0 && avr->cycle >= board->watchdog_at)
        board_reset(board, WATCHDOG);
    if (!board->hang_wanted || !avr->sreg[S_I])
        return;
    board->hang_wanted = false;
    if (!loop_for_ever(avr) || !board->deaf)
        return;
    avr->sreg[S_I] = 0;
    avr_cycle_count_t patience = watchdog_patience(avr);
    board->watchdog_at = patience > 0 ? avr->cycle + patience : 0;
}

void board_tell_stack(const struct board *board)
{
    int deepest = board->static_bytes;

    while (deepest < SRAM_BYTES && board->avr->data[SRAM_ADDRESS + deepest] == unwritten(deepest))
        deepest++;
    printf("{\"stack\": %d}\n", SRAM_BYTES - deepest);
    fflush(stdout);
}

void board_write_eeprom(struct board *board, const char *address_and_value)
{
    unsigned address;
    unsigned value;
    uint8_t byte;

    if (sscanf(address_and_value, "%u %u", &address, &value) != 2 || address >= EEPROM_BYTES || value > UINT8_MAX) {
        fputs("eeprom takes an address (0..1023) and a value (0..255)\n", stderr);
        return;
    }
    byte = (uint8_t)value;
    avr_eeprom_desc_t cell = {.ee = &byte, .offset = (uint16_t)address, .size = 1};
    avr_ioctl(board->avr, AVR_IOCTL_EEPROM_SET, &cell);
}

/* simavr talks on standard output, which belongs to the pictures. */
static void log_errors(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    if (level <= LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

/* Sleeping costs nothing: the core jumps to the next timer, and the pace is kept elsewhere. */
static void skip_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

bool board_make(struct board *board, const char *elf, int modules, int lights)
{
    elf_firmware_t firmware = {0};

    avr_global_logger_set(log_errors);
    if (access(elf, R_OK) != 0 || elf_read_firmware(elf, &firmware) != 0) {
        fprintf(stderr, "can't read %s; `make -C firmware` builds it\n", elf);
        return false;
    }
    avr_t *avr = avr_make_mcu_by_name(MCU);
    if (avr == NULL) {
        fputs("this simavr doesn't know the " MCU "\n", stderr);
        return false;
    }
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->frequency = FREQUENCY;
    avr->sleep = skip_sleep;
    avr->log = LOG_ERROR;
    board->avr = avr;
    board->static_bytes = (int)(firmware.datasize + firmware.bsssize) + NOINIT_BYTES;
    timing_correct(avr);
    wiring_connect(&board->wiring, avr, modules, lights);
    picture_start(&board->picture, &board->wiring);
    line_connect(&board->line, avr);
    board_reset(board, POWER_ON);
    return true;
}
