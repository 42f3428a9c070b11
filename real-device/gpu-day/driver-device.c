// Prints what kernels see of a device: special registers of several launches, offsets of shared memory,
// the lane that elect.sync elects, registers that the driver's compiler takes, variables that no module
// defines. `driver-device CASE`, or `driver-device` for the names of all cases. Built with
// `cc -std=gnu17 driver-device.c -ldl`.
#include "driver.h"

#define SM90 ".version 8.1\n.target sm_90\n.address_size 64\n"

// The first thread of the first block stores a value of 32 bits.
#define STORES(text)                                                                               \
    " .reg .b64 %a; .reg .b32 %x, %y; .reg .pred %q; ld.param.u64 %a, [to];\n" text                \
    " mov.u32 %y, %tid.x; setp.ne.u32 %q, %y, 0; @%q ret; mov.u32 %y, %ctaid.x;\n"                 \
    " setp.ne.u32 %q, %y, 0; @%q ret; st.global.u32 [%a], %x; ret;\n}\n"

static const char WITHOUT_STATIC[] =
    SM90 ".extern .shared .align 4 .b8 d[];\n"
         ".visible .entry value(.param .u64 to) {\n" STORES("%s")
         ".visible .entry dynamic_address(.param .u64 to) {\n" STORES(" mov.u32 %%x, d;\n");

static const char WITH_STATIC[] =
    SM90 ".extern .shared .align 4 .b8 d[];\n"
         ".visible .entry value(.param .u64 to) {\n .shared .align 4 .b8 s[100]; .reg .b32 %z;\n"
         STORES("%s mov.u32 %%z, s; st.volatile.shared.u32 [%%z], 1;\n")
         ".visible .entry dynamic_address(.param .u64 to) {\n"
         " .shared .align 4 .b8 s[100]; .reg .b32 %z;\n"
         STORES(" mov.u32 %%x, d; mov.u32 %%z, s; st.volatile.shared.u32 [%%z], 1;\n")
         ".visible .entry static_address(.param .u64 to) {\n"
         " .shared .align 4 .b8 s[100]; .reg .b32 %z;\n"
         STORES(" mov.u32 %%x, s; st.volatile.shared.u32 [%%x], 1;\n");

// The PTX with `instruction` at its `%s`. Other registers begin with one per cent sign.
static const char *with(const char *ptx, const char *instruction) {
    static char text[1 << 14];
    char *to = text;
    for (; *ptx; ptx++) {
        if (ptx[0] == '%' && ptx[1] == 's' && (ptx[2] == ' ' || ptx[2] == '\n')) {
            to = stpcpy(to, instruction);
            ptx++;
        } else if (ptx[0] == '%' && ptx[1] == '%') {
            *to++ = *ptx++;
        } else {
            *to++ = *ptx;
        }
    }
    *to = 0;
    return text;
}

static const struct shape SHAPES[] = {{1, 1, 0},     {1, 32, 0},    {1, 33, 0},    {1, 1024, 0},
                                      {200, 128, 0}, {1, 32, 1},    {1, 32, 100},  {1, 32, 1024},
                                      {1, 32, 1025}, {1, 32, 8192}, {1, 32, 40000}, {1, 32, 200000}};

static void show_kernel(const char *label, handle kernel) {
    CUdeviceptr to = memory_of(64);
    CALL("cuFuncSetAttribute", kernel, 8, 200000);
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
        unsigned value = 0x77777777;
        CUresult code = launch_shape(kernel, SHAPES[i], NULL, (void *[]){&to});
        code = code ? code : synchronize();
        code = code ? code : CALL("cuMemcpyDtoH_v2", &value, to, sizeof value);
        printf("%s, %u x %u with %u bytes: %d", label, SHAPES[i].blocks, SHAPES[i].threads,
               SHAPES[i].shared, code);
        code ? printf("\n") : printf(" %u\n", value);
    }
    fflush(stdout);
}

static void show_register(const char *name) {
    char instruction[128], label[128];
    sprintf(instruction, " mov.u32 %%x, %%%s;\n", name);
    for (int variable = 0; variable < 2; variable++) {
        handle module = NULL;
        sprintf(label, "%s%s", name, variable ? " beside 100 static bytes" : "");
        CUresult code = CALL("cuModuleLoadData", &module,
                             with(variable ? WITH_STATIC : WITHOUT_STATIC, instruction));
        if (code) {
            print(label, code);
        } else {
            show_kernel(label, kernel_of(module, "value"));
        }
    }
}

static void register_nsmid(void) { show_register("nsmid"); }
static void register_nwarpid(void) { show_register("nwarpid"); }
static void register_total_smem_size(void) { show_register("total_smem_size"); }
static void register_aggr_smem_size(void) { show_register("aggr_smem_size"); }
static void register_dynamic_smem_size(void) { show_register("dynamic_smem_size"); }
static void register_reserved_begin(void) { show_register("reserved_smem_offset_begin"); }
static void register_reserved_end(void) { show_register("reserved_smem_offset_end"); }
static void register_reserved_cap(void) { show_register("reserved_smem_offset_cap"); }
static void register_reserved_0(void) { show_register("reserved_smem_offset_0"); }
static void register_reserved_1(void) { show_register("reserved_smem_offset_1"); }
static void register_nclusterid(void) { show_register("nclusterid.x"); }
static void register_cluster_nctarank(void) { show_register("cluster_nctarank"); }

static void addresses_of_shared(void) {
    handle bare = load(with(WITHOUT_STATIC, " mov.u32 %x, 0;\n"));
    show_kernel("dynamic", kernel_of(bare, "dynamic_address"));
    handle module = load(with(WITH_STATIC, " mov.u32 %x, 0;\n"));
    show_kernel("dynamic beside 100 static bytes", kernel_of(module, "dynamic_address"));
    show_kernel("static", kernel_of(module, "static_address"));
}

// Lanes of a mask elect one; the others have left.
static const char ELECTS[] =
    SM90
    ".visible .entry elect(.param .u64 to, .param .u32 mask) {\n"
    " .reg .b64 %a, %o; .reg .b32 %m, %l, %b, %d, %e; .reg .pred %p, %q;\n"
    " ld.param.u64 %a, [to]; ld.param.u32 %m, [mask]; mov.u32 %l, %laneid; shr.u32 %b, %m, %l;\n"
    " and.b32 %b, %b, 1; setp.eq.u32 %q, %b, 0; @%q ret;\n"
    " elect.sync %d|%p, %m; selp.u32 %e, 1, 0, %p; mul.wide.u32 %o, %l, 16; add.u64 %a, %a, %o;\n"
    " st.global.u32 [%a], %d; st.global.u32 [%a+4], %e; elect.sync %d|%p, %m;\n"
    " selp.u32 %e, 1, 0, %p; st.global.u32 [%a+8], %d; st.global.u32 [%a+12], %e; ret;\n}\n"
    // Both halves of a warp elect, each in a branch of its own.
    ".visible .entry halves(.param .u64 to, .param .u32 mask) {\n"
    " .reg .b64 %a, %o; .reg .b32 %m, %l, %d, %e; .reg .pred %p, %q;\n"
    " ld.param.u64 %a, [to]; mov.u32 %l, %laneid; mul.wide.u32 %o, %l, 16; add.u64 %a, %a, %o;\n"
    " and.b32 %m, %l, 1; setp.eq.u32 %q, %m, 0; @%q bra even;\n"
    " elect.sync %d|%p, 0xaaaaaaaa; selp.u32 %e, 1, 0, %p; bra store;\n"
    "even: elect.sync %d|%p, 0x55555555; selp.u32 %e, 1, 0, %p;\n"
    "store: st.global.u32 [%a], %d; st.global.u32 [%a+4], %e; st.global.u32 [%a+8], %d;\n"
    " st.global.u32 [%a+12], %e; ret;\n}\n";

static void show_elected(const char *label, handle kernel, unsigned mask) {
    CUdeviceptr to = memory_of(512);
    unsigned values[128] = {0};
    NEED("cuMemsetD8_v2", to, 0xff, (size_t)512);
    CUresult code = launch(kernel, 32, NULL, (void *[]){&to, &mask});
    code = code ? code : synchronize();
    code = code ? code : CALL("cuMemcpyDtoH_v2", values, to, sizeof values);
    printf("%s 0x%x: %d", label, mask, code);
    for (int round = 0; code == 0 && round < 2; round++) {
        printf("%s elected", round ? ", again" : "");
        for (int lane = 0; lane < 32; lane++) {
            unsigned *value = values + lane * 4 + round * 2;
            if (value[1] == 1) {
                printf(" %d", lane);
            }
        }
        printf(", said");
        for (int lane = 0, last = -2; lane < 32; lane++) {
            unsigned *value = values + lane * 4 + round * 2;
            if (value[1] != 0xffffffff && (int)value[0] != last) {
                printf(" %d", last = value[0]);
            }
        }
    }
    printf("\n");
}

static void elect(void) {
    static const unsigned masks[] = {0xffffffff, 0xffff0000, 0x0000ffff, 0xaaaaaaaa, 0x55555555,
                                     0x80000000, 1,          0x7ffffffe, 0x00f0f000, 0x80000001};
    handle module = load(ELECTS);
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        show_elected("lanes", kernel_of(module, "elect"), masks[i]);
    }
    show_elected("halves", kernel_of(module, "halves"), 0xffffffff);
}

// Registers, frames and versions that the driver's compiler gives to kernels.
#define BODY(text)                                                                                 \
    "(.param .u64 to, .param .u32 n) {\n .reg .b64 %a; .reg .b32 %x<40>; .reg .f32 %f<40>;"        \
    " .reg .f64 %d<20>; .reg .pred %q;\n ld.param.u64 %a, [to]; ld.param.u32 %x0, [n];\n" text     \
    " ret;\n}\n"

static const char COMPILED[] =
    PTX_VERSION
    ".visible .entry nothing() { ret; }\n"
    ".visible .entry store" BODY(" st.global.u32 [%a], %x0;\n")
    ".visible .entry chain" BODY(
        " cvt.rn.f32.u32 %f0, %x0; mov.f32 %f1, 0f3F800000;\n"
        "again: fma.rn.f32 %f1, %f1, %f0, %f0; sub.u32 %x0, %x0, 1; setp.ne.u32 %q, %x0, 0;\n"
        " @%q bra again; st.global.f32 [%a], %f1;\n")
    ".visible .entry divide" BODY(
        " cvt.rn.f32.u32 %f0, %x0; ld.global.f32 %f1, [%a]; div.rn.f32 %f2, %f0, %f1;\n"
        " sqrt.rn.f32 %f2, %f2; st.global.f32 [%a], %f2;\n")
    ".visible .entry divide64" BODY(
        " cvt.rn.f64.u32 %d0, %x0; ld.global.f64 %d1, [%a]; div.rn.f64 %d2, %d0, %d1;\n"
        " sqrt.rn.f64 %d2, %d2; st.global.f64 [%a], %d2;\n")
    ".visible .entry eight" BODY(
        " ld.global.v4.u32 {%x1, %x2, %x3, %x4}, [%a]; ld.global.v4.u32 {%x5, %x6, %x7, %x8}, [%a+16];\n"
        " mul.lo.u32 %x1, %x1, %x5; mul.lo.u32 %x2, %x2, %x6; mul.lo.u32 %x3, %x3, %x7;\n"
        " mul.lo.u32 %x4, %x4, %x8; st.global.v4.u32 [%a], {%x1, %x2, %x3, %x4};\n"
        " st.global.v4.u32 [%a+16], {%x5, %x6, %x7, %x8};\n")
    ".visible .entry sixteen" BODY(
        " ld.global.u32 %x1, [%a]; ld.global.u32 %x2, [%a+4]; ld.global.u32 %x3, [%a+8];\n"
        " ld.global.u32 %x4, [%a+12]; ld.global.u32 %x5, [%a+16]; ld.global.u32 %x6, [%a+20];\n"
        " ld.global.u32 %x7, [%a+24]; ld.global.u32 %x8, [%a+28]; ld.global.u32 %x9, [%a+32];\n"
        " ld.global.u32 %x10, [%a+36]; ld.global.u32 %x11, [%a+40]; ld.global.u32 %x12, [%a+44];\n"
        " ld.global.u32 %x13, [%a+48]; ld.global.u32 %x14, [%a+52]; ld.global.u32 %x15, [%a+56];\n"
        " add.u32 %x1, %x1, %x15; add.u32 %x2, %x2, %x14; add.u32 %x3, %x3, %x13;\n"
        " add.u32 %x4, %x4, %x12; add.u32 %x5, %x5, %x11; add.u32 %x6, %x6, %x10;\n"
        " add.u32 %x7, %x7, %x9; xor.b32 %x1, %x1, %x2; xor.b32 %x3, %x3, %x4;\n"
        " xor.b32 %x5, %x5, %x6; xor.b32 %x7, %x7, %x8; xor.b32 %x1, %x1, %x3;\n"
        " xor.b32 %x5, %x5, %x7; xor.b32 %x1, %x1, %x5; st.global.u32 [%a], %x1;\n")
    ".func (.reg .b32 %r) twice(.reg .b32 %n) { add.u32 %r, %n, %n; ret; }\n"
    ".visible .entry indirect" BODY(
        " .reg .b64 %t; ld.global.u64 %t, [%a]; prototype: .callprototype (.reg .b32 _) _ (.reg .b32 _);\n"
        " mov.u64 %t, twice; call (%x1), %t, (%x0), prototype; st.global.u32 [%a], %x1;\n");

static void compiled(void) {
    static const char *const names[] = {"nothing", "store",   "chain",   "divide",
                                        "divide64", "eight", "sixteen", "indirect"};
    static const int attributes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    handle plain = load(COMPILED), bounded = NULL;
    int most = 24;
    int options[] = {0}; // CU_JIT_MAX_REGISTERS
    void *values[] = {(void *)(uintptr_t)most};
    SHOW("cuModuleLoadDataEx", &bounded, COMPILED, 1, options, values);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int which = 0; which < 2; which++) {
            if (which && !bounded) {
                continue;
            }
            handle kernel = kernel_of(which ? bounded : plain, names[i]);
            printf("%s%s:", names[i], which ? " of 24 registers" : "");
            for (size_t j = 0; j < sizeof attributes / sizeof *attributes; j++) {
                int value = -99;
                CUresult code = CALL("cuFuncGetAttribute", &value, attributes[j], kernel);
                code ? printf(" e%d", code) : printf(" %d", value);
            }
            printf("\n");
        }
    }
}

// A variable that is declared and not defined.
static const char UNDEFINED[] =
    PTX_VERSION
    ".extern .global .align 4 .u32 v;\n"
    ".global .align 4 .u32 here = 7;\n"
    ".visible .entry address(.param .u64 to) {\n"
    " .reg .b64 %a, %v; ld.param.u64 %a, [to]; mov.u64 %v, v; st.global.u64 [%a], %v;\n"
    " cvta.global.u64 %v, %v; st.global.u64 [%a+8], %v; mov.u64 %v, v+8; st.global.u64 [%a+16], %v;\n"
    " mov.u64 %v, here; st.global.u64 [%a+24], %v; ret;\n}\n"
    ".visible .entry load(.param .u64 to) {\n"
    " .reg .b64 %a; .reg .b32 %x; ld.param.u64 %a, [to]; ld.volatile.global.u32 %x, [v];\n"
    " st.global.u32 [%a], %x; ret;\n}\n";

static void undefined_variable(void) {
    handle module = NULL;
    char log[4096] = "", information[4096] = "";
    int options[] = {3, 4, 5, 6};
    void *values[] = {information, (void *)sizeof information, log, (void *)sizeof log};
    CUdeviceptr to = memory_of(64), variable = 77;
    uint64_t addresses[4] = {77, 77, 77, 77};
    size_t size = 77;
    SHOW("cuModuleLoadDataEx", &module, UNDEFINED, 4, options, values);
    printf("info errors '%s'\ninfo information '%s'\n", log, information);
    SHOW("cuModuleGetGlobal_v2", &variable, &size, module, "v");
    printf("address is null %d size %zu\n", variable == 0, size);
    handle loading = kernel_of(module, "load");
    print("cuLaunchKernel", launch(kernel_of(module, "address"), 1, NULL, (void *[]){&to}));
    print("cuCtxSynchronize", synchronize());
    SHOW("cuMemcpyDtoH_v2", addresses, to, sizeof addresses);
    printf("address %llu, generic %llu, 8 behind %llu, a defined one is null %d\n",
           (unsigned long long)addresses[0], (unsigned long long)addresses[1],
           (unsigned long long)addresses[2], addresses[3] == 0);
    print("cuLaunchKernel", launch(loading, 1, NULL, (void *[]){&to}));
    print("cuCtxSynchronize", synchronize());
}

// The variable is defined in another module of the context.
static void variable_of_another_module(void) {
    handle defining = NULL, module = NULL;
    CUdeviceptr to = memory_of(64);
    SHOW("cuModuleLoadData", &defining, PTX_VERSION ".visible .global .align 4 .u32 v = 7;\n");
    SHOW("cuModuleLoadData", &module, UNDEFINED);
    print("cuLaunchKernel", launch(kernel_of(module, "load"), 1, NULL, (void *[]){&to}));
    print("cuCtxSynchronize", synchronize());
}

static const struct named_case CASES[] = {
    {"nsmid", register_nsmid},
    {"nwarpid", register_nwarpid},
    {"total-smem-size", register_total_smem_size},
    {"aggr-smem-size", register_aggr_smem_size},
    {"dynamic-smem-size", register_dynamic_smem_size},
    {"reserved-begin", register_reserved_begin},
    {"reserved-end", register_reserved_end},
    {"reserved-cap", register_reserved_cap},
    {"reserved-0", register_reserved_0},
    {"reserved-1", register_reserved_1},
    {"nclusterid", register_nclusterid},
    {"cluster-nctarank", register_cluster_nctarank},
    {"addresses-of-shared", addresses_of_shared},
    {"elect", elect},
    {"compiled", compiled},
    {"undefined-variable", undefined_variable},
    {"variable-of-another-module", variable_of_another_module},
};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
