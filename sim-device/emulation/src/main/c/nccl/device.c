/* The device of a thread. */
#include <dlfcn.h>
#include <string.h>

#include "nccl.h"

/* Calls a function of a CUDA runtime of the process. Returns its result, or -1 if there is no such runtime. */
static int call_runtime(const char *runtime, const char *function, void *argument) {
    int (*found)(void *);
    void *library = dlopen(runtime, RTLD_LAZY | RTLD_NOLOAD);
    void *address = library == NULL ? NULL : dlsym(library, function);
    int result = -1;
    if (address != NULL) {
        memcpy(&found, &address, sizeof found);
        result = found(argument);
    }
    if (library != NULL) {
        dlclose(library);
    }
    return result;
}

/* NCCL has one name for programs of all releases, so that the runtime in which the thread has chosen its device may be any
 * of those of the process. Where it has chosen none, that is device 0. */
int bind_device(void) {
    static const char *const runtimes[] = {"libcudart.so.11.0", "libcudart.so.12", "libcudart.so.13"};
    CUcontext context = NULL;
    if (cuCtxGetCurrent(&context) == CUDA_SUCCESS && context != NULL) {
        return 1;
    }
    for (size_t each = 0; each < sizeof runtimes / sizeof *runtimes; each++) {
        int device = 0;
        if (call_runtime(runtimes[each], "cudaGetDevice", &device) == 0 && device != 0) {
            return call_runtime(runtimes[each], "cudaFree", NULL) == 0;
        }
    }
    return has_context();
}
