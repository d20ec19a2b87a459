# Which pins of the Nano the scoreboard is wired to, by the names that are printed beside them. Change them here, or name
# others for one build:  make -C firmware flash PORT=/dev/ttyUSB0 RING_CLOCK=A0 RING_DATA=A1
#
# Free are D2 to D10 and A0 to A5. D0 and D1 are the line over USB, and D11, D12 and D13 belong to the SPI hardware: the
# modules' DIN is always D11, their CLK always D13. Each wire needs a pin of its own, for an APA102 has no chip select: it
# would take the modules' edges for its own. The build refuses what can't be.

RING_CLOCK ?= D6
RING_DATA ?= D7
MATRIX_LOAD ?= D10
