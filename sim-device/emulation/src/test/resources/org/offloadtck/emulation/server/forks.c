/* A child has no driver, and does not disturb its parent's. */
#include "driver.h"

int main(void) {
    u64 address;
    int count;
    EXPECT(0, cuInit(0));
    EXPECT(0, cuMemAlloc_v2(&address, 100));
    pid_t child = fork();
    if (child == 0) {
        EXPECT(3, cuDeviceGetCount(&count));
        EXPECT(3, cuInit(0));
        EXPECT(3, cuMemAlloc_v2(&address, 100));
        exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    EXPECT(0, status);
    EXPECT(0, cuDeviceGetCount(&count));
    if (fork() == 0) {
        sleep(30); /* outlives its parent, whose session must end all the same */
        _exit(0);
    }
    printf("done\n");
    fflush(stdout);
    _exit(0);
}
