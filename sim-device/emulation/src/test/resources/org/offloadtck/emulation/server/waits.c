/* Waits for a kernel that never ends; what else happens is the argument's choice. */
#include "driver.h"

static void *leave(void *argument) {
    sleep(1);
    if (strcmp(argument, "exit") == 0) {
        exit(5);
    }
    if (strcmp(argument, "_exit") == 0) {
        _exit(6);
    }
    if (strcmp(argument, "abort") == 0) {
        abort();
    }
    return NULL;
}

int main(int count, char **words) {
    pthread_t thread;
    int devices;
    EXPECT(0, cuInit(0));
    if (count > 1) {
        pthread_create(&thread, NULL, leave, words[1]);
    }
    printf("synchronize: %d\n", cuCtxSynchronize());
    printf("afterwards: %d\n", cuDeviceGetCount(&devices));
    return 0;
}
