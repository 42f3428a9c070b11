// Prints what kernels see of `mbarrier` objects in shared memory: phases, counts, waits, and what an
// undefined use does. `driver-mbarriers CASE`, or `driver-mbarriers` for the names of all cases. Lines
// that begin with `info` have the bits of objects, which PTX does not specify. Built with
// `cc -std=gnu17 driver-mbarriers.c -ldl`.
#include "driver.h"

// Each body leaves its result in %r1 and states of objects in %rd20 to %rd23; %r0 is the thread.
static const char HEAD[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 out) {\n"
    " .shared .align 8 .b64 bar; .shared .align 8 .b64 other; .shared .b32 data[128];\n"
    " .reg .b32 %r<30>; .reg .b64 %rd<40>; .reg .pred %p<12>;\n"
    " ld.param.u64 %rd30, [out]; mov.u32 %r0, %tid.x; mov.u32 %r1, 0;\n"
    " mov.u64 %rd20, 0; mov.u64 %rd21, 0; mov.u64 %rd22, 0; mov.u64 %rd23, 0;\n"
    " st.shared.b64 [other], %rd20;\n bar.sync 0;\n";

static const char TAIL[] =
    "\n mul.wide.u32 %rd31, %r0, 40; add.u64 %rd30, %rd30, %rd31;\n"
    " st.global.u64 [%rd30], %rd20; st.global.u64 [%rd30+8], %rd21;\n"
    " st.global.u64 [%rd30+16], %rd22; st.global.u64 [%rd30+24], %rd23;\n"
    " st.global.u32 [%rd30+32], %r1;\n ret;\n}\n";

struct result {
    uint64_t states[4];
    uint32_t value, padding;
};

// Runs a body and prints the values of its threads, or the code of its fault.
static void show(const char *label, unsigned threads, const char *body) {
    static char text[1 << 16];
    static struct result results[1024];
    snprintf(text, sizeof text, "%s%s%s", HEAD, body, TAIL);
    handle module = load(text);
    CUdeviceptr out = memory_of(sizeof results);
    NEED("cuMemsetD8_v2", out, 0, sizeof results);
    CUresult code = launch(kernel_of(module, "k"), threads, NULL, (void *[]){&out});
    code = code ? code : synchronize();
    if (code != 0) {
        print(label, code);
        return;
    }
    NEED("cuMemcpyDtoH_v2", results, out, sizeof *results * threads);
    printf("%s:", label);
    for (unsigned i = 0; i < threads; i++) {
        printf(" %u", results[i].value);
    }
    printf("\n");
    for (int i = 0; i < 4 && threads == 1; i++) {
        printf("info %s %d: %016llx\n", label, i, (unsigned long long)results[0].states[i]);
    }
}

#define STEPS(first, second, third)                                                                \
    first LOOK0 second LOOK1 third LOOK2
#define PROBE(register, value)                                                                     \
    " mbarrier.test_wait.parity.shared.b64 %p9, [bar], 0; @%p9 or.b32 %r1, %r1, " value            \
    "; ld.shared.b64 " register ", [bar];\n"
#define LOOK0 PROBE("%rd20", "1")
#define LOOK1 PROBE("%rd21", "2")
#define LOOK2 PROBE("%rd22", "4")
#define INIT(count) " mbarrier.init.shared.b64 [bar], " count ";\n"
#define M(text) " mbarrier." text "\n"

// Which of three steps complete the first phase: bits 0 to 2.
static void phases(void) {
    show("two arrivals", 1,
         STEPS(INIT("2"), M("arrive.shared.b64 %rd1, [bar];"),
             M("arrive.release.cta.shared::cta.b64 _, [bar];")));
    show("noComplete", 1,
         STEPS(INIT("7"), M("arrive.noComplete.shared.b64 %rd1, [bar], 6;"),
             M("arrive.shared.b64 %rd1, [bar], 1;")));
    show("count in a register", 1,
         STEPS(" mov.u32 %r3, 5;" INIT("%r3"), M("arrive.shared.b64 %rd1, [bar], %r3;"), ""));
    show("drop one of two", 1,
         STEPS(INIT("2") M("arrive_drop.shared.b64 _, [bar];"), M("arrive.shared.b64 _, [bar];"),
             M("arrive.shared.b64 _, [bar];")));
    show("drop.noComplete", 1,
         STEPS(INIT("4") M("arrive_drop.noComplete.shared.b64 _, [bar], 3;"), "",
             M("arrive_drop.shared.b64 _, [bar], 1;")));
    show("expect_tx", 1,
         STEPS(INIT("1") M("expect_tx.relaxed.cta.shared::cta.b64 [bar], 48;"),
             M("arrive.shared.b64 %rd1, [bar];"),
             M("complete_tx.relaxed.cta.shared::cta.b64 [bar], 48;")));
    show("arrive.expect_tx", 1,
         STEPS(INIT("1") M("arrive.expect_tx.shared.b64 _, [bar], 48;"),
             M("complete_tx.shared.b64 [bar], 47;"), M("complete_tx.shared.b64 [bar], 1;")));
    show("complete_tx before expect_tx", 1,
         STEPS(INIT("1") M("complete_tx.shared.b64 [bar], 8;"),
             M("arrive.expect_tx.shared.b64 _, [bar], 8;"), ""));
    show("arrive_drop.expect_tx", 1,
         STEPS(INIT("2") M("arrive_drop.expect_tx.shared.b64 _, [bar], 4;"),
             M("arrive.shared.b64 _, [bar];"), M("complete_tx.shared.b64 [bar], 4;")));
    show("cp.async arrivals", 1,
         STEPS(INIT("2") " cp.async.mbarrier.arrive.shared.b64 [bar];",
             " cp.async.mbarrier.arrive.noinc.shared.b64 [bar];",
             " cp.async.mbarrier.arrive.noinc.shared.b64 [bar];"));
    show("generic address", 1,
         STEPS(" mov.u64 %rd2, bar; cvta.shared.u64 %rd2, %rd2; mbarrier.init.b64 [%rd2], 1;", "",
             " mbarrier.arrive.b64 %rd1, [%rd2];"));
}

static void states(void) {
    show("pending counts of states", 1,
         INIT("9") M("arrive.shared.b64 %rd20, [bar], 4;") M("arrive.shared.b64 %rd21, [bar], 5;")
         M("arrive_drop.shared.b64 %rd22, [bar], 2;") M("arrive.shared.b64 %rd23, [bar], 7;")
         M("arrive.shared.b64 %rd5, [bar];")
         M("pending_count.b64 %r2, %rd20;") M("pending_count.b64 %r3, %rd21;")
             M("pending_count.b64 %r4, %rd22;")
         M("pending_count.b64 %r5, %rd23;") M("pending_count.b64 %r6, %rd5;")
         " mad.lo.u32 %r1, %r2, 10, %r3; mad.lo.u32 %r1, %r1, 10, %r4;"
             " mad.lo.u32 %r1, %r1, 10, %r5; mad.lo.u32 %r1, %r1, 10, %r6;");
    show("waits by state and parity", 1,
         INIT("1") M("test_wait.parity.shared.b64 %p1, [bar], 1;") "@%p1 add.u32 %r1, %r1, 1;"
         M("arrive.shared.b64 %rd1, [bar];") M("test_wait.shared.b64 %p1, [bar], %rd1;")
             "@%p1 add.u32 %r1, %r1, 2;"
         M("try_wait.acquire.cta.shared.b64 %p1, [bar], %rd1, 1000;")
             "@%p1 add.u32 %r1, %r1, 4; mov.u32 %r2, 0;"
         M("try_wait.parity.shared.b64 %p1, [bar], %r2;")
             "@%p1 add.u32 %r1, %r1, 8; mov.u32 %r2, 1;"
         M("try_wait.parity.shared.b64 %p1, [bar], %r2, %r2;") "@%p1 add.u32 %r1, %r1, 16;"
         M("arrive.shared.b64 %rd2, [bar];") M("test_wait.parity.shared.b64 %p1, [bar], %r2;")
             "@%p1 add.u32 %r1, %r1, 32;");
    show("a wait with an old state", 1,
         INIT("1") M("arrive.shared.b64 %rd20, [bar];") M("arrive.shared.b64 %rd21, [bar];")
             M("arrive.shared.b64 %rd22, [bar];")
         M("test_wait.shared.b64 %p1, [bar], %rd20;") "@%p1 add.u32 %r1, %r1, 1;"
         M("test_wait.shared.b64 %p1, [bar], %rd21;") "@%p1 add.u32 %r1, %r1, 2;"
         M("test_wait.shared.b64 %p1, [bar], %rd22;") "@%p1 add.u32 %r1, %r1, 4;");
    show("a parity above one", 1,
         INIT("1") " mov.u32 %r2, 2;" M("test_wait.parity.shared.b64 %p1, [bar], %r2;")
             "@%p1 add.u32 %r1, %r1, 1; mov.u32 %r2, 3;"
         M("test_wait.parity.shared.b64 %p1, [bar], %r2;") "@%p1 add.u32 %r1, %r1, 2;");
    show("objects of counts 1, 2, 1048575", 1,
         INIT("1") " ld.shared.b64 %rd20, [bar];" INIT("2") " ld.shared.b64 %rd21, [bar];"
         INIT("1048575") " ld.shared.b64 %rd22, [bar];" M("inval.shared.b64 [bar];")
             " ld.shared.b64 %rd23, [bar];");
    show("lanes that arrive at once", 32,
         "setp.eq.u32 %p1, %r0, 0; @%p1 mbarrier.init.shared.b64 [bar], 32; bar.warp.sync -1;"
         M("arrive.shared.b64 %rd1, [bar];") M("pending_count.b64 %r1, %rd1;"));
}

static const char HANDOVER[] =
    " setp.ne.u32 %p1, %r0, 0; @%p1 bra start;\n"
    " mbarrier.init.shared.b64 [bar], 32; mbarrier.init.shared.b64 [other], 32;\n"
    "start: bar.sync 0; and.b32 %r5, %r0, 31; mul.lo.u32 %r6, %r5, 4; mov.u32 %r7, data;"
        " add.u32 %r7, %r7, %r6;\n"
    " mov.u32 %r2, 0; setp.lt.u32 %p2, %r0, 32; @%p2 bra consume;\n"
    "produce: mad.lo.u32 %r3, %r5, 10, %r2; st.shared.u32 [%r7], %r3;"
        " mbarrier.arrive.shared.b64 _, [bar]; and.b32 %r4, %r2, 1;\n"
    "emptied: mbarrier.try_wait.parity.shared.b64 %p3, [other], %r4; @!%p3 bra emptied;\n"
    " add.u32 %r2, %r2, 1; setp.lt.u32 %p4, %r2, 4; @%p4 bra produce; bra end;\n"
    "consume: and.b32 %r4, %r2, 1;\n"
    "filled: mbarrier.try_wait.parity.shared.b64 %p3, [bar], %r4; @!%p3 bra filled;\n"
    " sub.u32 %r8, 31, %r5; mov.u32 %r9, data; mad.lo.u32 %r9, %r8, 4, %r9;"
        " ld.shared.u32 %r3, [%r9];\n"
    " mad.lo.u32 %r1, %r1, 2, %r3; mbarrier.arrive.shared.b64 _, [other];\n"
    " add.u32 %r2, %r2, 1; setp.lt.u32 %p4, %r2, 4; @%p4 bra consume;\n"
    "end:\n";

static void handover(void) { show("handover", 64, HANDOVER); }

static void diverged(void) {
    show("lanes that wait for one of their warp", 32,
         "setp.eq.u32 %p1, %r0, 0; @%p1 mbarrier.init.shared.b64 [bar], 1; bar.warp.sync -1;"
             " setp.eq.u32 %p2, %r0, 5; @%p2 bra here;\n"
         "there: mbarrier.try_wait.parity.shared.b64 %p4, [bar], 0; @!%p4 bra there; bra done;\n"
         "here: mbarrier.arrive.shared.b64 _, [bar];\n"
         "done: mov.u32 %r1, 7;");
}

// What PTX leaves undefined; the second state is that of the object after it.
#define UNDEFINED(name, label, before, use)                                                        \
    static void name(void) {                                                                       \
        show(label, 1,                                                                             \
             before " ld.shared.b64 %rd20, [bar];\n" use " ld.shared.b64 %rd21, [bar];\n"          \
             " mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0; @%p1 or.b32 %r1, %r1, 1;\n"     \
             " mbarrier.test_wait.parity.shared.b64 %p1, [bar], 1; @%p1 or.b32 %r1, %r1, 2;\n");   \
    }

UNDEFINED(too_many, "three of two arrivals", INIT("2"), M("arrive.shared.b64 %rd22, [bar], 3;"))
UNDEFINED(four_of_one, "two arrivals at once when one is expected", INIT("1"),
    M("arrive.shared.b64 %rd22, [bar], 2;"))
UNDEFINED(drop_too_many, "three of two dropped", INIT("2"),
    M("arrive_drop.shared.b64 %rd22, [bar], 3;"))
UNDEFINED(none, "no arrival", INIT("2"), M("arrive.shared.b64 %rd22, [bar], %r0;"))
UNDEFINED(last_no_complete, "the last arrival with noComplete", INIT("2"),
    M("arrive.noComplete.shared.b64 %rd22, [bar], 2;"))
UNDEFINED(large_transaction, "transactions of 1048576", INIT("2"),
    M("expect_tx.relaxed.cta.shared::cta.b64 [bar], 1048576;"))
UNDEFINED(negative_transaction, "complete_tx alone", INIT("2"),
    M("complete_tx.shared.b64 [bar], 8;"))
UNDEFINED(zero, "an object of zeros", " mov.u64 %rd2, 0; st.shared.b64 [bar], %rd2;",
    M("arrive.shared.b64 %rd22, [bar];"))
UNDEFINED(invalidated, "after inval", INIT("2") M("inval.shared.b64 [bar];"),
    M("arrive.shared.b64 %rd22, [bar];"))
UNDEFINED(count_zero, "a count of zero", INIT("%r0"), M("arrive.shared.b64 %rd22, [bar];"))
UNDEFINED(count_large, "a count of 1048576", " mov.u32 %r2, 1048576;" INIT("%r2"),
    M("arrive.shared.b64 %rd22, [bar];"))
UNDEFINED(misaligned_init, "init at 4", INIT("2"), " mbarrier.init.shared.b64 [bar+4], 2;\n")
UNDEFINED(misaligned_arrive, "arrive at 4", INIT("2"), " mbarrier.arrive.shared.b64 _, [bar+4];\n")
UNDEFINED(misaligned_wait, "test_wait at 4", INIT("2"),
    " mbarrier.test_wait.parity.shared.b64 %p1, [bar+4], 0;\n")
UNDEFINED(global_object, "an object in global memory", INIT("2"),
    " add.u64 %rd2, %rd30, 64; mbarrier.init.b64 [%rd2], 1;\n")
UNDEFINED(cluster_form, "arrive at shared::cluster of its own CTA", INIT("2"),
    M("arrive.release.cluster.shared::cluster.b64 _, [bar];"))

static void never(void) {
    show("a wait for an arrival that does not come", 1,
         INIT("2") M("arrive.shared.b64 %rd1, [bar];")
             "spin: mbarrier.try_wait.shared.b64 %p1, [bar], %rd1; @!%p1 bra spin;\n");
}

static const struct named_case CASES[] = {
    {"mbarrier-phases", phases},
    {"mbarrier-states", states},
    {"mbarrier-handover", handover},
    {"mbarrier-diverged", diverged},
    {"mbarrier-too-many", too_many},
    {"mbarrier-two-of-one", four_of_one},
    {"mbarrier-drop-too-many", drop_too_many},
    {"mbarrier-no-arrival", none},
    {"mbarrier-last-no-complete", last_no_complete},
    {"mbarrier-large-transaction", large_transaction},
    {"mbarrier-negative-transaction", negative_transaction},
    {"mbarrier-zero", zero},
    {"mbarrier-invalidated", invalidated},
    {"mbarrier-count-zero", count_zero},
    {"mbarrier-count-large", count_large},
    {"mbarrier-misaligned-init", misaligned_init},
    {"mbarrier-misaligned-arrive", misaligned_arrive},
    {"mbarrier-misaligned-wait", misaligned_wait},
    {"mbarrier-global", global_object},
    {"mbarrier-cluster", cluster_form},
    {"mbarrier-never", never},
};

int main(int words, char **word) { return RUN_CASE(CASES, words, word); }
