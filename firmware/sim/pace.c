#define _GNU_SOURCE
#include "pace.h"

#include <time.h>

#include "board.h"

#define NANOSECONDS 1000000000LL
#define BEHIND_AT_MOST (NANOSECONDS / 10)

static long long wall_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * NANOSECONDS + now.tv_nsec;
}

void pace_start(struct pace *pace, avr_cycle_count_t cycle, double speed)
{
    pace->speed = speed;
    pace->wall_start = wall_clock();
    pace->cycle_start = cycle;
}

void pace_keep(struct pace *pace, avr_cycle_count_t cycle)
{
    if (pace->speed <= 0)
        return;
    double seconds = (double)(cycle - pace->cycle_start) / FREQUENCY / pace->speed;
    long long due = pace->wall_start + (long long)(seconds * NANOSECONDS);
    long long ahead = due - wall_clock();
    if (ahead > 0) {
        struct timespec until = {.tv_sec = due / NANOSECONDS, .tv_nsec = due % NANOSECONDS};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    } else if (ahead < -BEHIND_AT_MOST) {
        pace_start(pace, cycle, pace->speed);
    }
}
