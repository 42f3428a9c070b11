package org.offloadtck.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.UnsupportedKernelException;
import org.offloadtck.ptx.text.PtxParser;

final class LoadedModuleTest {

    private static final String HEAD =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .func inner() { ret; }
            .func outer() { call inner; ret; }
            .func other();
            .alias other, outer;
            """;

    private static final String KERNELS =
            """
            .visible .entry alone(.param .u32 a, .param .u64 b) { ret; }
            .visible .entry calling() { call outer; ret; }
            .visible .entry renaming() { call other; ret; }
            """;

    private static final String POINTER =
            """
            .visible .entry pointing(.param .u64 f) {
            .reg .b64 %f;
            prototype: .callprototype _ ();
            ld.param.u64 %f, [f]; call %f, prototype; ret; }
            """;

    private static LoadedModule load(String text) {
        return ProgramLoader.image(
                ModuleOutline.of(PtxParser.parse("m.ptx", text)),
                GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto()));
    }

    private static Iterable<String> functions(LoadedProgram program) {
        return program.functions().stream().map(DecodedFunction::name).toList();
    }

    @Test
    void decodesWhatAKernelCanReachWhenItIsAskedFor() {
        var module = load(HEAD + KERNELS);
        assertThat(module.isDecoded("alone")).isFalse();

        assertThat(functions(module.program("alone"))).containsExactly("alone");
        assertThat(functions(module.program("calling")))
                .containsExactly("inner", "outer", "calling");
        assertThat(module.isDecoded("calling")).isTrue();
        assertThat(module.isDecoded("renaming")).isFalse();
        assertThat(functions(module.program("renaming")))
                .containsExactly("inner", "outer", "renaming");
    }

    @Test
    void looksUpKernelsOnly() {
        var module = load(HEAD + KERNELS);

        assertThat(module.kernel("inner")).isEmpty();
        assertThat(module.kernel("absent")).isEmpty();
        assertThat(module.isDecoded("inner")).isFalse();
        assertThat(module.kernel("calling").orElseThrow())
                .isSameAs(module.program("calling").functions().getLast());
    }

    @Test
    void kernelsThatMayReachAnyFunctionShareTheWholeProgram() {
        var module = load(HEAD + KERNELS + POINTER + POINTER.replace("pointing", "again"));

        assertThat(module.program("pointing")).isSameAs(module.whole());
        assertThat(module.program("again")).isSameAs(module.whole());
        assertThat(functions(module.whole()))
                .containsExactly(
                        "inner", "outer", "alone", "calling", "renaming", "pointing", "again");
    }

    @Test
    void aKernelThatCanLaunchOthersHasAllOfThem() {
        var module =
                load(
                        HEAD
                                + """
                                .extern .func (.param .b32 r) __cudaCDP2DeviceSynchronizeDeprecatedAvoidAbi();
                                .extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2
                                (.param .b64 p, .param .b64 s);
                                """
                                + KERNELS
                                + """
                                .visible .entry launching() {
                                .param .b64 p; .param .b64 s; .param .b32 r;
                                call (r), __cudaCDP2LaunchDeviceV2, (p, s); ret; }
                                """);

        assertThat(module.program("launching")).isSameAs(module.whole());
        assertThat(functions(module.program("alone"))).containsExactly("alone");
    }

    @Test
    void functionsHaveTheSameAddressInEachProgram() {
        var module = load(HEAD + KERNELS);

        for (var program : Set.of(module.program("calling"), module.whole())) {
            for (var function : program.functions()) {
                long address = module.functionAddress(function.name()).orElseThrow();
                assertThat(program.functionAddress(function.name())).hasValue(address);
                assertThat(program.functionAt(address)).containsSame(function);
                assertThat(program.functionAt(address + 1)).isEmpty();
            }
        }
        long absent = module.functionAddress("alone").orElseThrow();
        assertThat(module.program("calling").functionAt(absent)).isEmpty();
    }

    @Test
    void anInstructionThatIsNotSimulatedConcernsTheKernelsThatReachIt() {
        var module =
                load(
                        HEAD
                                + ".func sampling() { sured.b.add.1d.b32.trap [0, {%x}], %x; ret; }"
                                        .replace("%x", "1")
                                + KERNELS
                                + ".visible .entry bad() { call sampling; ret; }");

        assertThat(module.kernel("calling")).isPresent();
        assertThatExceptionOfType(UnsupportedKernelException.class)
                .isThrownBy(() -> module.kernel("bad"))
                .withMessageContaining("kernel 'bad' calls 'sampling', which contains it");
    }

    @Test
    void knowsParametersWithoutDecoding() {
        var module = load(HEAD + KERNELS);

        var parameters = module.parameters("alone");

        assertThat(module.isDecoded("alone")).isFalse();
        assertThat(parameters).isEqualTo(module.kernel("alone").orElseThrow().parameters());
        assertThat(parameters).hasSize(2);
    }

    @Test
    void rejectsAFrameThatIsTooLargeWhenTheModuleIsLoaded() {
        assertThatExceptionOfType(ProgramLoadException.class)
                .isThrownBy(
                        () -> load(HEAD + ".visible .entry k() { .local .b8 large[600000]; ret; }"))
                .withMessageContaining("'large': 600000 bytes are more than the 524288");
    }

    /// All threads ask at the same time for a kernel that none has asked for.
    @Test
    void threadsThatAskForOneKernelGetOneProgram() throws Exception {
        int threads = 4;
        for (int round = 0; round < 20; round++) {
            var module = load(HEAD + KERNELS);
            var start = new CyclicBarrier(threads);
            Callable<LoadedProgram> ask =
                    () -> {
                        start.await();
                        return module.program("calling");
                    };
            Set<LoadedProgram> found = Collections.newSetFromMap(new IdentityHashMap<>());
            try (var pool = Executors.newFixedThreadPool(threads)) {
                for (var program : pool.invokeAll(Collections.nCopies(threads, ask))) {
                    found.add(program.get());
                }
            }
            assertThat(found).hasSize(1);
        }
    }
}
