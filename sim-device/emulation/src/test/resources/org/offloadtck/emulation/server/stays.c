/* Says what signal ends it. */
#include "driver.h"

static void tell(int signal) {
    printf("signal %d\n", signal);
    fflush(stdout);
    _exit(3);
}

int main(void) {
    signal(SIGTERM, tell);
    printf("here\n");
    fflush(stdout);
    sleep(30);
    return 0;
}
