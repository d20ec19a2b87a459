#include "max7219_chain.h"

#include <string.h>

void max7219_chain_power_on(struct max7219_chain *chain, int modules)
{
    memset(chain, 0, sizeof *chain);
    chain->modules = modules;
}

void max7219_chain_clock(struct max7219_chain *chain, bool din)
{
    bool carry = din;

    for (int i = 0; i < chain->modules; i++) {
        bool out = chain->module[i].shift >> 15;
        chain->module[i].shift = (uint16_t)(chain->module[i].shift << 1 | carry);
        carry = out;
    }
}

static void act(struct max7219 *module)
{
    uint8_t reg = module->shift >> 8 & 0xF;
    uint8_t value = (uint8_t)module->shift;

    switch (reg) {
    case 0x1 ... 0x8:
        module->digits[reg - 1] = value;
        break;
    case 0x9:
        module->decode = value;
        break;
    case 0xA:
        module->intensity = value & 0xF;
        break;
    case 0xB:
        module->scan_limit = value & 0x7;
        break;
    case 0xC:
        module->awake = value & 1;
        break;
    case 0xF:
        module->test = value & 1;
        break;
    }
}

void max7219_chain_load(struct max7219_chain *chain)
{
    for (int i = 0; i < chain->modules; i++)
        act(&chain->module[i]);
}

static const struct max7219 *from_left(const struct max7219_chain *chain, int module)
{
    return &chain->module[chain->modules - 1 - module];
}

bool max7219_chain_pixel(const struct max7219_chain *chain, int row, int column)
{
    const struct max7219 *module = from_left(chain, column / 8);

    if (module->test)
        return true;
    /* A decoded digit shows a numeral's segments: on a matrix that is rubbish, shown here as a dark row. */
    if (!module->awake || row > module->scan_limit || module->decode >> row & 1)
        return false;
    return module->digits[row] >> (7 - column % 8) & 1;
}

int max7219_chain_intensity(const struct max7219_chain *chain, int module)
{
    return from_left(chain, module)->intensity;
}
