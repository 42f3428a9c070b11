/* The first argument is the limit of the address space in MiB, the second what to allocate. */
#include <sys/resource.h>

#include "driver.h"

int main(int count, char **words) {
    u64 address;
    struct rlimit limit = {(rlim_t)atol(words[1]) << 20, RLIM_INFINITY};
    EXPECT(3, count);
    EXPECT(0, setrlimit(RLIMIT_AS, &limit));
    printf("init: %d\n", cuInit(0));
    printf("alloc: %d\n", cuMemAlloc_v2(&address, (size_t)atol(words[2]) << 20));
    return 0;
}
