/* Many threads at once, each with a connection of its own that ends with it. */
#include "driver.h"

static void *work(void *argument) {
    u64 address;
    char text[16];
    int device;
    for (int i = 0; i < 50; i++) {
        EXPECT(0, cuMemAlloc_v2(&address, 4096));
        EXPECT(0, cuMemsetD8_v2(address, (unsigned char)(intptr_t)argument, 4096));
        EXPECT(0, cuMemcpyDtoH_v2(text, address + 4080, 16));
        EXPECT((intptr_t)argument, text[15]);
        EXPECT(0, cuDeviceGet(&device, i));
        EXPECT(i, device);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[8];
    EXPECT(0, cuInit(0));
    for (intptr_t i = 0; i < 8; i++) {
        pthread_create(&threads[i], NULL, work, (void *)(i + 1));
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
    }
    printf("done\n");
    return 0;
}
