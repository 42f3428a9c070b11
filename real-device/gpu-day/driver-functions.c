// Prints which functions the CUDA driver has, by name, version and flags, which devices a process sees,
// and what newer functions answer: libraries, graphs, launches with attributes. `driver-functions CASE`,
// or `driver-functions` for the names of all cases. Lines that begin with `info` differ from run to
// run. Built with `cc -std=gnu17 driver-functions.c -ldl`.
#include "driver.h"

#include <sys/wait.h>

static const char PTX[] =
    PTX_VERSION
    ".visible .global .align 4 .u32 word = 7;\n"
    ".visible .entry nothing() { ret; }\n"
    ".visible .entry store(.param .u64 to, .param .u32 x) {\n"
    " .reg .b64 %a; .reg .b32 %x; ld.param.u64 %a, [to]; ld.param.u32 %x, [x];\n"
    " st.global.u32 [%a], %x; ret;\n}\n"
    ".visible .entry many(.param .u64 a, .param .u8 b, .param .align 16 .b8 c[24]) { ret; }\n";

static const char *symbol_of(void *found) {
    Dl_info info = {0};
    return !found                                     ? "null"
           : dladdr(found, &info) && info.dli_sname ? info.dli_sname
                                                      : "?";
}

// Names, versions and flags: 0 default, 1 legacy, 2 per-thread default stream.
static void flags_of_names(void) {
    static const char *const names[] = {"cuMemcpyHtoD",      "cuMemcpyHtoDAsync", "cuMemcpy",
                                        "cuLaunchKernel",    "cuLaunchKernelEx",  "cuLaunchHostFunc",
                                        "cuStreamSynchronize", "cuStreamQuery",   "cuEventRecord",
                                        "cuMemsetD32",       "cuMemAllocAsync",   "cuMemAlloc",
                                        "cuCtxSynchronize",  "cuNothing",         "",
                                        "cuMemcpyHtoD_v2_ptds", "cudaMalloc",     "CUINIT"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (uint64_t flags = 0; flags <= 4; flags++) {
            void *found = (void *)1;
            int status = -1;
            CUresult code = CALL("cuGetProcAddress_v2", names[i], &found, 12000, flags, &status);
            printf("%s flags %d: %d status %d %s\n", names[i], (int)flags, code, status,
                   found == (void *)1 ? "unchanged" : symbol_of(found));
        }
    }
    static const int levels[] = {-1, 0, 1, 999, 12001, 12009, 12010, 12090, 13000, 13001, 1000000};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        void *found = (void *)1;
        int status = -1;
        CUresult code =
            CALL("cuGetProcAddress_v2", "cuStreamQuery", &found, levels[i], (uint64_t)0, &status);
        printf("version %d: %d status %d %s\n", levels[i], code, status,
               found == (void *)1 ? "unchanged" : symbol_of(found));
    }
    void *found = (void *)1;
    SHOW("cuGetProcAddress_v2", "cuInit", &found, 12000, (uint64_t)0, NULL);
    printf("without a status: %s\n", symbol_of(found));
    SHOW("cuGetProcAddress", "cuInit", &found, 12000, (uint64_t)0);
    printf("older form: %s\n", symbol_of(found));
    SHOW("cuGetProcAddress", "cuNothing", &found, 12000, (uint64_t)0);
    printf("older form: %s\n", symbol_of(found));
}

static void null_function_name(void) {
    void *found = (void *)1;
    SHOW("cuGetProcAddress_v2", NULL, &found, 12000, (uint64_t)0, NULL);
}

static void null_function(void) {
    SHOW("cuGetProcAddress_v2", "cuInit", NULL, 12000, (uint64_t)0, NULL);
}

// Whether the driver has the functions of these names.
static void show_presence(const char *names) {
    char name[128];
    while (sscanf(names, " %127s", name) == 1) {
        names = strstr(names, name) + strlen(name);
        void *found = NULL;
        int status = -1;
        CUresult code = CALL("cuGetProcAddress_v2", name, &found, 12060, (uint64_t)0, &status);
        printf("%s: %d status %d %s, exported %d\n", name, code, status, symbol_of(found),
               dlsym(library, name) != NULL);
    }
}

static void functions_that_exist(void) {
    show_presence(
        "cuArray3DCreate cuArrayCreate cuArrayDestroy cuCoredumpGetAttribute cuCtxAttach "
        "cuCtxDetach cuCtxFromGreenCtx cuCtxGetDevResource cuCtxGetExecAffinity cuCtxRecordEvent "
        "cuCtxResetPersistingL2Cache cuCtxSetFlags cuCtxWaitEvent cuDestroyExternalMemory "
        "cuDeviceGetDefaultMemPool cuDeviceGetDevResource cuDeviceGetExecAffinitySupport "
        "cuDeviceGetGraphMemAttribute cuDeviceGetLuid cuDeviceGetMemPool "
        "cuDeviceGetNvSciSyncAttributes cuDeviceGetProperties cuDeviceGetTexture1DLinearMaxWidth "
        "cuDeviceRegisterAsyncNotification cuDeviceSetMemPool cuDeviceTotalMem cuEventDestroy "
        "cuFlushGPUDirectRDMAWrites cuFuncIsLoaded cuFuncLoad cuFuncSetBlockShape "
        "cuFuncSetCacheConfig cuFuncSetSharedMemConfig cuGetExportTable cuGraphAddKernelNode "
        "cuGraphCreate cuGraphExecDestroy cuGraphInstantiate cuGraphInstantiateWithFlags "
        "cuGraphLaunch cuGraphUpload cuGreenCtxCreate cuImportExternalMemory cuIpcGetEventHandle "
        "cuIpcGetMemHandle cuIpcOpenMemHandle cuKernelGetAttribute cuKernelGetFunction "
        "cuKernelGetLibrary cuKernelGetName cuKernelGetParamInfo cuKernelSetAttribute "
        "cuKernelSetCacheConfig cuLaunch cuLaunchCooperativeKernelMultiDevice cuLaunchGrid "
        "cuLaunchGridAsync cuLibraryEnumerateKernels cuLibraryGetGlobal cuLibraryGetKernel "
        "cuLibraryGetKernelCount cuLibraryGetManaged cuLibraryGetModule "
        "cuLibraryGetUnifiedFunction cuLibraryLoadData cuLibraryLoadFromFile cuLibraryUnload "
        "cuLinkAddData cuLinkAddFile cuLinkComplete cuLinkCreate cuLinkDestroy "
        "cuMemAllocFromPoolAsync cuMemAllocPitch cuMemBatchDecompressAsync "
        "cuMemExportToShareableHandle cuMemGetAllocationPropertiesFromHandle "
        "cuMemGetHandleForAddressRange cuMemHostGetDevicePointer cuMemImportFromShareableHandle "
        "cuMemMapArrayAsync cuMemPoolCreate cuMemPoolDestroy cuMemPoolExportPointer "
        "cuMemPoolGetAccess cuMemPoolGetAttribute cuMemPoolSetAccess cuMemPoolSetAttribute "
        "cuMemPoolTrimTo cuMemRangeGetAttribute cuMemRangeGetAttributes cuMemcpy2D "
        "cuMemcpy2DAsync cuMemcpy2DUnaligned cuMemcpy3D cuMemcpy3DAsync cuMemcpy3DBatchAsync "
        "cuMemcpy3DPeer cuMemcpyAtoD cuMemcpyBatchAsync cuMemcpyDtoA cuMemcpyPeer cuMemsetD2D32 "
        "cuMipmappedArrayCreate cuModuleEnumerateFunctions cuModuleGetFunctionCount "
        "cuModuleGetSurfRef cuModuleGetTexRef cuMulticastCreate cuOccupancyMaxActiveClusters "
        "cuOccupancyMaxPotentialClusterSize cuParamSetSize cuParamSetv cuPointerSetAttribute "
        "cuProfilerStart cuProfilerStop cuSignalExternalSemaphoresAsync cuStreamBatchMemOp "
        "cuStreamBeginCapture cuStreamBeginCaptureToGraph cuStreamCopyAttributes "
        "cuStreamEndCapture cuStreamGetAttribute cuStreamGetCaptureInfo cuStreamGetDevice "
        "cuStreamGetGreenCtx cuStreamIsCapturing cuStreamSetAttribute "
        "cuStreamUpdateCaptureDependencies cuSurfObjectCreate cuTensorMapEncodeIm2col "
        "cuTensorMapEncodeTiled cuTensorMapReplaceAddress cuTexObjectCreate cuTexRefCreate "
        "cuThreadExchangeStreamCaptureMode cuUserObjectCreate cuWaitExternalSemaphoresAsync "
        "cuDeviceGetHostAtomicCapabilities cuLogsRegisterCallback cuCheckpointProcessLock "
        "cuMemGetDefaultMemPool cuMemPrefetchBatchAsync cuMemcpyWithAttributesAsync "
        "cuDevSmResourceSplitByCount");
}

// Which devices a process sees, for values of an environment variable.
static char uuid[48];

static void child(void) {
    int count = -1, device = -1, missing = -1;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    CUresult code = CALL("cuInit", 0);
    printf("cuInit %d", code);
    code = CALL("cuDeviceGetCount", &count);
    printf(" count %d %d", code, count);
    code = CALL("cuDeviceGet", &device, 0);
    printf(" device %d %d", code, device);
    code = CALL("cuDeviceGet", &missing, 1);
    printf(" second %d\n", code);
    fflush(stdout);
    _Exit(0);
}

static void show_visible(const char *label, const char *value) {
    printf("%s: ", label);
    fflush(stdout);
    value ? setenv("CUDA_VISIBLE_DEVICES", value, 1) : unsetenv("CUDA_VISIBLE_DEVICES");
    pid_t process = fork();
    if (process == 0) {
        execl("/proc/self/exe", "driver-functions", "visible-child", NULL);
        _Exit(3);
    }
    int status = 0;
    waitpid(process, &status, 0);
    if (status) {
        printf("status %d\n", status);
    }
    fflush(stdout);
}

// The UUID of the first device as nvidia-smi writes it, and forms of it that a list may have.
static void find_uuid(void) {
    unsigned char bytes[16] = {0}, also[16] = {0};
    int at = 0;
    SHOW("cuDeviceGetUuid", bytes, 0);
    SHOW("cuDeviceGetUuid_v2", also, 0);
    number("equal", memcmp(bytes, also, sizeof bytes) == 0);
    at += sprintf(uuid, "GPU-");
    for (int i = 0; i < 16; i++) {
        at += sprintf(uuid + at, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", bytes[i]);
    }
    printf("info %s\n", uuid);
    SHOW("cuDeviceGetUuid", also, 7);
}

static void visible_devices(void) {
    static const char *const values[] = {NULL,   "",     " ",     "-1",   "0",    "0,0",   "0,-1,1",
                                         "-1,0", "0,1",  "1,0",   "1",    "0,x",  "x",     "x,0",
                                         "0x0",  "00",   "+0",    " 0",   "0 ",   "0 ,1",  "0;0",
                                         "0.0",  "0,",   ",0",    "0,,0", "none", "all",   "void",
                                         "NoDevFiles", "4294967296", "-0", "GPU-", "GPU-zzzz",
                                         "MIG-GPU-0/0/0", "MIG-1", "0:0", "\t0", "0-1", "0\n"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char label[64] = "not set";
        if (values[i]) {
            snprintf(label, sizeof label, "'%s'", values[i]);
            for (char *c = label; *c; c++) {
                *c = *c < ' ' ? '~' : *c;
            }
        }
        show_visible(label, values[i]);
    }
}

static void visible_uuids(void) {
    char value[256];
    find_uuid();
    static const char *const labels[] = {
        "all",         "8 digits", "4 digits",      "1 digit",     "upper case", "without GPU-",
        "twice",       "and 0",    "0 and",         "and rubbish", "with a space", "MIG",
        "without dashes", "too long", "last digit wrong", "gpu- in lower case"};
    for (int i = 0; i < 16; i++) {
        strcpy(value, uuid);
        switch (i) {
        case 1: value[12] = 0; break;
        case 2: value[8] = 0; break;
        case 3: value[5] = 0; break;
        case 4:
            for (char *c = value + 4; *c; c++) {
                *c -= *c >= 'a' ? 32 : 0;
            }
            break;
        case 5: strcpy(value, uuid + 4); break;
        case 6: sprintf(value, "%s,%s", uuid, uuid); break;
        case 7: sprintf(value, "%s,0", uuid); break;
        case 8: sprintf(value, "0,%s", uuid); break;
        case 9: sprintf(value, "%s,x", uuid); break;
        case 10: sprintf(value, " %s ", uuid); break;
        case 11: sprintf(value, "MIG-%s/0/0", uuid); break;
        case 12:
            for (char *from = value, *to = value;; from++) {
                if (*from != '-' || from == value + 3) {
                    *to++ = *from;
                }
                if (!*from) {
                    break;
                }
            }
            break;
        case 13: strcat(value, "0"); break;
        case 14: value[strlen(value) - 1] ^= 1; break;
        case 15: memcpy(value, "gpu-", 4); break;
        default: break;
        }
        show_visible(labels[i], value);
    }
}

// The variable set in the process after the driver was loaded.
static void visible_later(void) {
    int count = -1;
    setenv("CUDA_VISIBLE_DEVICES", "", 1);
    SHOW("cuDeviceGetCount", &count);
    number("count", count);
    SHOW("cuInit", 0);
    SHOW("cuDeviceGetCount", &count);
    number("count", count);
}

// Libraries and kernels without a context.
static void libraries(void) {
    handle made = NULL, kernel = NULL, kernels[8] = {0}, module = NULL, found = NULL, late = NULL;
    CUdeviceptr memory = memory_of(64), word = 0;
    unsigned count = 77, seven = 7, value = 0;
    size_t size = 0, offset = 0;
    const char *name = NULL;
    int attribute = -1;
    SHOW("cuLibraryLoadData", &made, PTX, NULL, NULL, 0, NULL, NULL, 0);
    SHOW("cuLibraryGetKernelCount", &count, made);
    number("kernels", count);
    SHOW("cuLibraryEnumerateKernels", kernels, 8, made);
    SHOW("cuLibraryGetKernel", &kernel, made, "none");
    SHOW("cuLibraryGetKernel", &kernel, made, "store");
    SHOW("cuKernelGetName", &name, kernel);
    printf("name %s\n", name ? name : "null");
    SHOW("cuKernelGetLibrary", &found, kernel);
    number("is the library", found == made);
    SHOW("cuLibraryGetGlobal", &word, &size, made, "word");
    number("size", size);
    SHOW("cuMemcpyDtoH_v2", &value, word, sizeof value);
    number("word", value);
    SHOW("cuLibraryGetGlobal", &word, &size, made, "none");
    SHOW("cuLibraryGetManaged", &word, &size, made, "word");
    SHOW("cuLibraryGetModule", &module, made);
    SHOW("cuModuleGetFunction", &found, module, "store");
    SHOW("cuModuleGetFunctionCount", &count, module);
    number("functions", count);
    SHOW("cuModuleUnload", module);
    SHOW("cuLibraryGetKernel", &late, made, "many");
    for (uint64_t i = 0; i <= 3; i++) {
        CUresult code = CALL("cuKernelGetParamInfo", late, i, &offset, &size);
        printf("parameter %d: %d offset %zu size %zu\n", (int)i, code, code ? 0 : offset,
               code ? 0 : size);
    }
    SHOW("cuFuncGetParamInfo", late, (uint64_t)0, &offset, &size);
    for (int i = 0; i <= 16; i++) {
        int of_kernel = -99, of_function = -99;
        CUresult code = CALL("cuKernelGetAttribute", &of_kernel, i, kernel, 0);
        CUresult other = CALL("cuFuncGetAttribute", &of_function, i, kernel);
        printf("attribute %d: %d %d, as a function %d %d\n", i, code, of_kernel, other, of_function);
    }
    SHOW("cuKernelSetAttribute", 8, 65536, kernel, 0);
    SHOW("cuKernelSetAttribute", 8, 1 << 20, kernel, 0);
    SHOW("cuKernelSetAttribute", 4, 32, kernel, 0);
    SHOW("cuKernelGetAttribute", &attribute, 8, kernel, 77);
    SHOW("cuKernelGetFunction", &found, kernel);
    print("launch of the kernel", launch(kernel, 1, NULL, (void *[]){&memory, &seven}));
    print("launch of its function", launch(found, 1, NULL, (void *[]){&memory, &seven}));
    print("cuCtxSynchronize", synchronize());
    SHOW("cuMemcpyDtoH_v2", &value, memory, sizeof value);
    number("value", value);
    SHOW("cuLibraryUnload", made);
    SHOW("cuLibraryLoadData", &made, "x", NULL, NULL, 0, NULL, NULL, 0);
    SHOW("cuLibraryLoadFromFile", &made, "/nonexistent", NULL, NULL, 0, NULL, NULL, 0);
    SHOW("cuLibraryUnload", NULL);
}

static void libraries_without_context(void) {
    handle made = NULL, kernel = NULL, found = NULL;
    CUdeviceptr word = 0;
    size_t size = 0;
    int value = 0;
    SHOW("cuCtxSetCurrent", NULL);
    SHOW("cuLibraryLoadData", &made, PTX, NULL, NULL, 0, NULL, NULL, 0);
    SHOW("cuLibraryGetKernel", &kernel, made, "nothing");
    SHOW("cuKernelGetAttribute", &value, 0, kernel, 0);
    SHOW("cuLibraryGetModule", &found, made);
    SHOW("cuLibraryGetGlobal", &word, &size, made, "word");
    SHOW("cuKernelGetFunction", &found, kernel);
    print("cuLaunchKernel", launch(kernel, 1, NULL, NULL));
    SHOW("cuCtxSetCurrent", context);
    print("cuLaunchKernel", launch(kernel, 1, NULL, NULL));
    print("cuCtxSynchronize", synchronize());
}

// Functions of a module that were enumerated, and whether they are loaded.
static void functions_of_module(void) {
    handle module = load(PTX), found[8] = {0};
    unsigned count = 77;
    int state = 77;
    SHOW("cuModuleGetFunctionCount", &count, module);
    number("functions", count);
    SHOW("cuModuleEnumerateFunctions", found, 8, module);
    for (int i = 0; i < 4; i++) {
        number("has one", found[i] != NULL);
    }
    handle kernel = kernel_of(module, "nothing");
    SHOW("cuFuncIsLoaded", &state, kernel);
    number("loaded", state);
    SHOW("cuFuncLoad", kernel);
    SHOW("cuFuncIsLoaded", &state, kernel);
    number("loaded", state);
}

// A launch with attributes.
struct attribute {
    int id, padding;
    union {
        char bytes[64];
        int value;
        unsigned sizes[16];
        uint64_t words[8];
    } value;
};

struct configuration {
    unsigned grid[3], block[3], shared;
    handle stream;
    struct attribute *attributes;
    unsigned count;
};

static const char CLUSTERS[] =
    ".version 7.8\n.target sm_90\n.address_size 64\n"
    ".visible .entry nothing() { ret; }\n"
    ".visible .entry required() .reqnctapercluster 2, 1, 1 { ret; }\n"
    ".visible .entry sizes(.param .u64 to) {\n"
    " .reg .b64 %a; .reg .b32 %x; .reg .pred %p; ld.param.u64 %a, [to];\n"
    " mov.u32 %x, %cluster_nctaid.x; st.global.u32 [%a], %x;\n"
    " mov.u32 %x, %nclusterid.x; st.global.u32 [%a+4], %x;\n"
    " mov.u32 %x, %cluster_nctarank; st.global.u32 [%a+8], %x;\n"
    " mov.pred %p, %is_explicit_cluster; selp.u32 %x, 1, 0, %p; st.global.u32 [%a+12], %x;\n"
    " ret;\n}\n";

static CUresult launch_with(handle kernel, unsigned blocks, unsigned threads,
                            struct attribute *attributes, unsigned count, void **arguments) {
    struct configuration configuration = {
        {blocks, 1, 1}, {threads, 1, 1}, 0, NULL, attributes, count};
    return CALL("cuLaunchKernelEx", &configuration, kernel, arguments, NULL);
}

static void launch_attributes(void) {
    handle nothing = kernel_of(load(PTX), "nothing");
    for (int id = -1; id <= 20; id++) {
        for (int value = 0; value <= 1; value++) {
            struct attribute attribute = {id, 0, {{0}}};
            attribute.value.value = value;
            if (id == 4 || id == 11) {
                attribute.value.sizes[1] = attribute.value.sizes[2] = value;
            }
            if (id == 7 || id == 12) {
                continue; // an event
            }
            printf("attribute %d value %d: %d\n", id, value,
                   launch_with(nothing, 1, 32, &attribute, 1, NULL));
        }
    }
    struct attribute two[2] = {{2, 0, {{1}}}, {8, 0, {{0}}}};
    print("two", launch_with(nothing, 1, 32, two, 2, NULL));
    two[1].id = 2;
    print("the same twice", launch_with(nothing, 1, 32, two, 2, NULL));
    print("none", launch_with(nothing, 1, 32, NULL, 0, NULL));
    print("cooperative of too many", launch_with(nothing, 132 * 32 + 1, 32, two, 1, NULL));
    print("cuCtxSynchronize", synchronize());
}

static void null_launch_attributes(void) {
    print("cuLaunchKernelEx",
          launch_with(kernel_of(load(PTX), "nothing"), 1, 32, NULL, 1, NULL));
}

static void null_configuration(void) {
    SHOW("cuLaunchKernelEx", NULL, kernel_of(load(PTX), "nothing"), NULL, NULL);
}

static void cluster_launches(void) {
    handle module = load(CLUSTERS), nothing = kernel_of(module, "nothing");
    handle required = kernel_of(module, "required");
    static const unsigned shapes[][4] = {{1, 1, 1, 4}, {2, 1, 1, 4},   {2, 1, 1, 3}, {4, 1, 1, 4},
                                         {8, 1, 1, 8}, {16, 1, 1, 16}, {3, 1, 1, 6}, {0, 1, 1, 4},
                                         {1, 2, 1, 4}, {32, 1, 1, 32}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct attribute attribute = {4, 0, {{0}}};
        memcpy(attribute.value.sizes, shapes[i], 12);
        CUresult code = launch_with(nothing, shapes[i][3], 32, &attribute, 1, NULL);
        printf("cluster %ux%ux%u of %u blocks: %d %d\n", shapes[i][0], shapes[i][1], shapes[i][2],
               shapes[i][3], code, synchronize());
    }
    SHOW("cuFuncSetAttribute", nothing, 14, 1); // clusters of any size
    struct attribute sixteen = {4, 0, {{16, 0, 0, 0, 1, 0, 0, 0, 1}}};
    print("16 permitted", launch_with(nothing, 16, 32, &sixteen, 1, NULL));
    struct attribute two = {4, 0, {{2, 0, 0, 0, 1, 0, 0, 0, 1}}};
    print("required, plain launch", launch(required, 32, NULL, NULL));
    print("required, 2 of 4", launch_with(required, 4, 32, &two, 1, NULL));
    print("required, none of 4", launch_with(required, 4, 32, NULL, 0, NULL));
    print("required, none of 3", launch_with(required, 3, 32, NULL, 0, NULL));
    two.value.sizes[0] = 4;
    print("required, 4 of 4", launch_with(required, 4, 32, &two, 1, NULL));
    print("cuCtxSynchronize", synchronize());
    for (int attribute = 10; attribute <= 15; attribute++) {
        int value = -99;
        CUresult code = CALL("cuFuncGetAttribute", &value, attribute, required);
        printf("attribute %d: %d value %d\n", attribute, code, value);
    }
    int count = -1;
    struct configuration configuration = {{16, 1, 1}, {128, 1, 1}, 0, NULL, &two, 1};
    SHOW("cuOccupancyMaxPotentialClusterSize", &count, nothing, &configuration);
    number("largest", count);
    SHOW("cuOccupancyMaxActiveClusters", &count, nothing, &configuration);
    printf("info clusters at a time %d\n", count);
}

static void cluster_registers(void) {
    handle sizes = kernel_of(load(CLUSTERS), "sizes");
    CUdeviceptr memory = memory_of(64);
    for (unsigned size = 0; size <= 8; size += size ? size : 1) {
        struct attribute attribute = {4, 0, {{0}}};
        unsigned seen[4] = {77, 77, 77, 77};
        attribute.value.sizes[0] = size;
        attribute.value.sizes[1] = attribute.value.sizes[2] = 1;
        CUresult code = launch_with(sizes, 8, 32, &attribute, size > 0, (void *[]){&memory});
        CUresult after = synchronize();
        CALL("cuMemcpyDtoH_v2", seen, memory, sizeof seen);
        printf("clusters of %u: %d %d size %u clusters %u blocks %u explicit %u\n", size, code,
               after, seen[0], seen[1], seen[2], seen[3]);
    }
}

// Contexts of the newer forms.
static void contexts(void) {
    struct {
        void *affinities;
        int count;
        void *cig;
    } parameters = {NULL, 0, NULL};
    handle made = NULL;
    int value = 0;
    unsigned version = 0;
    SHOW("cuCtxCreate_v4", &made, NULL, 0, 0);
    SHOW("cuCtxGetApiVersion", made, &version);
    number("version", version);
    SHOW("cuCtxCreate_v4", &made, &parameters, 0, 0);
    SHOW("cuCtxGetApiVersion", made, &version);
    number("version", version);
    SHOW("cuCtxCreate_v3", &made, NULL, 0, 0, 0);
    SHOW("cuCtxGetApiVersion", made, &version);
    number("version", version);
    struct {
        int type;
        unsigned count;
    } affinity = {0, 8};
    SHOW("cuCtxCreate_v3", &made, &affinity, 1, 0, 0);
    SHOW("cuCtxCreate_v2", &made, 0, 0);
    SHOW("cuCtxGetApiVersion", made, &version);
    number("version", version);
    SHOW("cuCtxCreate", &made, 0, 0);
    SHOW("cuCtxSetFlags", 4);
    SHOW("cuCtxGetFlags", &version);
    number("flags", version);
    SHOW("cuCtxGetDevice_v2", &value, made);
    SHOW("cuStreamGetDevice", NULL, &value);
    SHOW("cuCtxResetPersistingL2Cache");
    SHOW("cuCtxGetExecAffinity", &affinity, 0);
    handle event = NULL;
    NEED("cuEventCreate", &event, 0);
    SHOW("cuCtxRecordEvent", made, event);
    SHOW("cuCtxWaitEvent", made, event);
    float time = -1;
    NEED("cuEventRecord", event, NULL);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuEventElapsedTime_v2", &time, event, event);
    number("is zero", time == 0);
    parameters.count = 1;
    SHOW("cuCtxCreate_v4", &made, &parameters, 0, 0);
    SHOW("cuCtxCreate_v3", &made, NULL, 1, 0, 0);
}

// Capture of a stream as a graph.
static void graphs(void) {
    handle stream = NULL, graph = NULL, ready = NULL, event = NULL;
    handle module = load(PTX), store = kernel_of(module, "store");
    CUdeviceptr memory = memory_of(64);
    unsigned seven = 7, value = 0, host = 9;
    int status = -1;
    size_t count = 77;
    NEED("cuStreamCreate", &stream, 1);
    NEED("cuEventCreate", &event, 0);
    NEED("cuMemsetD8_v2", memory, 0, (size_t)64);
    print("cuCtxSynchronize", synchronize());
    SHOW("cuStreamBeginCapture_v2", stream, 0);
    SHOW("cuStreamIsCapturing", stream, &status);
    number("status", status);
    print("cuLaunchKernel", launch(store, 1, stream, (void *[]){&memory, &seven}));
    SHOW("cuMemcpyHtoDAsync_v2", memory + 4, &host, sizeof host, stream);
    SHOW("cuEventRecord", event, stream);
    SHOW("cuEventQuery", event);
    SHOW("cuStreamEndCapture", stream, &graph);
    SHOW("cuGraphGetNodes", graph, NULL, &count);
    number("nodes", count);
    SHOW("cuMemcpyDtoH_v2", &value, memory, sizeof value);
    number("value before", value);
    SHOW("cuGraphInstantiateWithFlags", &ready, graph, (uint64_t)0);
    SHOW("cuGraphLaunch", ready, stream);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuMemcpyDtoH_v2", &value, memory, sizeof value);
    number("value", value);
    SHOW("cuGraphExecDestroy", ready);
    SHOW("cuGraphDestroy", graph);
    SHOW("cuStreamBeginCapture_v2", stream, 0);
    SHOW("cuStreamQuery", stream);
    SHOW("cuStreamSynchronize", stream);
    SHOW("cuStreamEndCapture", stream, &graph);
    SHOW("cuStreamBeginCapture_v2", stream, 0);
    SHOW("cuMemAlloc_v2", &memory, (size_t)64);
    SHOW("cuMemcpyDtoH_v2", &value, memory, sizeof value);
    SHOW("cuStreamEndCapture", stream, &graph);
    SHOW("cuStreamBeginCapture_v2", stream, 0);
    print("cuLaunchKernel null", launch(store, 1, NULL, (void *[]){&memory, &seven}));
    print("cuCtxSynchronize", synchronize());
    SHOW("cuStreamEndCapture", stream, &graph);
    SHOW("cuStreamBeginCapture_v2", NULL, 0);
    SHOW("cuStreamBeginCapture_v2", stream, 3);
    SHOW("cuStreamEndCapture", stream, &graph);
    print("cuCtxSynchronize", synchronize());
}

// Which atomics of the host and the device are whole on each other's memory, by CUDA 13.
static void host_atomics(void) {
    static const int attributes[] = {86, 88, 89, 99, 100, 101, 122, 134, 135, 142};
    int operations[16];
    unsigned capabilities[16] = {0};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        int value = -99;
        CUresult code = CALL("cuDeviceGetAttribute", &value, attributes[i], 0);
        printf("info attribute %d: %d value %d\n", attributes[i], code, value);
    }
    for (int i = 0; i < 14; i++) {
        operations[i] = i;
    }
    SHOW("cuDeviceGetHostAtomicCapabilities", capabilities, operations, 14, 0);
    for (int i = 0; i < 14; i++) {
        printf("atomic %d: %u\n", i, capabilities[i]);
    }
}

static const struct named_case CASES[] = {
    {"flags-of-names", flags_of_names},
    {"null-function-name", null_function_name},
    {"null-function", null_function},
    {"functions-that-exist", functions_that_exist},
    {"visible-devices", visible_devices},
    {"visible-uuids", visible_uuids},
    {"visible-later", visible_later},
    {"libraries", libraries},
    {"libraries-without-context", libraries_without_context},
    {"functions-of-module", functions_of_module},
    {"launch-attributes", launch_attributes},
    {"null-launch-attributes", null_launch_attributes},
    {"null-configuration", null_configuration},
    {"cluster-launches", cluster_launches},
    {"cluster-registers", cluster_registers},
    {"contexts", contexts},
    {"graphs", graphs},
    {"host-atomics", host_atomics},
};

int main(int words, char **word) {
    if (words == 2 && strcmp(word[1], "visible-child") == 0) {
        child();
    }
    return RUN_CASE(CASES, words, word);
}
