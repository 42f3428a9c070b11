/* Runs a kernel that stores a number, or, with an argument, one that never ends afterwards. */
#include <sched.h>

#include "driver.h"

static const char source[] = ".version 6.4\n.target sm_60\n.address_size 64\n"
                             ".visible .entry spin(.param .u64 to) {\n"
                             ".reg .b64 %rd<2>; .reg .b32 %r<2>;\n"
                             "ld.param.u64 %rd1, [to]; mov.u32 %r1, 42; st.u32 [%rd1], %r1;\n"
                             "here: bra here;\n}\n"
                             ".visible .entry store(.param .u64 to) {\n"
                             ".reg .b64 %rd<2>; .reg .b32 %r<2>;\n"
                             "ld.param.u64 %rd1, [to]; mov.u32 %r1, 42; st.u32 [%rd1], %r1; ret;\n}\n";

int cuDevicePrimaryCtxRetain(void **context, int device);
int cuMemAllocManaged(u64 *address, size_t bytes, unsigned flags);

int main(int count, char **words) {
    void *context;
    void *module;
    void *function;
    u64 address;
    int value = 0;
    EXPECT(0, cuInit(0));
    EXPECT(0, cuDevicePrimaryCtxRetain(&context, 0));
    EXPECT(0, cuCtxSetCurrent(context));
    EXPECT(0, cuModuleLoadData(&module, source));
    EXPECT(0, cuModuleGetFunction(&function, module, count > 1 ? "spin" : "store"));
    EXPECT(0, cuMemAllocManaged(&address, 4, 1));
    void *parameters[] = {&address};
    EXPECT(0, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
    while (*(volatile int *)address == 0) {
        sched_yield();
    }
    printf("launched\n");
    fflush(stdout);
    printf("synchronize: %d\n", cuCtxSynchronize());
    if (cuMemcpyDtoH_v2(&value, address, 4) == 0) {
        printf("value: %d\n", value);
    }
    return 0;
}
