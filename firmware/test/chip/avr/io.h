/* Of the chip's registers nothing is needed by what runs on any machine. */
