/* A first call, and how long it took is nobody's business. */
#include "driver.h"

int main(void) {
    int count;
    EXPECT(0, cuInit(0));
    EXPECT(0, cuDeviceGetCount(&count));
    printf("done\n");
    return 0;
}
