#ifndef VERSION_H
#define VERSION_H

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 2
#define FIRMWARE_PATCH 0

#endif
