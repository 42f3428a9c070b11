package org.offloadtck.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;

final class ContextImagesTest {

    private static final String HEAD =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            """;

    /// Calls the function whose address is at `out` and stores the result there, beside what
    /// `scale` of its own image makes of it.
    private static final String CALLER =
            TestDevice.kernel(
                    """
                    .visible .global .u32 factor = 100;
                    .func (.param .b32 r) scale(.param .b32 x) {
                    .reg .b32 %a; .reg .b32 %b;
                    ld.param.u32 %a, [x]; ld.global.u32 %b, [factor];
                    mul.lo.u32 %a, %a, %b; st.param.b32 [r], %a; ret; }
                    """,
                    """
                    .param .b32 argument; .param .b32 result;
                    prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
                    ld.param.u64 %rd1, [out];
                    ld.global.u64 %rd2, [%rd1];
                    bar.sync 0;
                    st.param.b32 [argument], %r0;
                    call (result), %rd2, (argument), prototype;
                    ld.param.b32 %r1, [result];
                    st.param.b32 [argument], %r1;
                    call (result), scale, (argument);
                    ld.param.b32 %r2, [result];
                    add.u32 %r1, %r1, %r2;
                    st.global.u32 [%rd0], %r1;
                    """);

    /// Has the names of the caller with other meanings, a function before and one behind.
    private static String library(int factor, String name) {
        return HEAD
                + """
                .visible .global .u32 factor = %d;
                .func (.param .b32 r) scale(.param .b32 x) {
                .reg .b32 %%a; .reg .b32 %%b;
                ld.param.u32 %%a, [x]; ld.global.u32 %%b, [factor];
                add.u32 %%a, %%a, %%b; st.param.b32 [r], %%a; ret; }
                .visible .func (.param .b32 r) %s(.param .b32 x) {
                .reg .b32 %%a; .param .b32 p; .param .b32 q;
                ld.param.u32 %%a, [x]; st.param.b32 [p], %%a;
                call (q), scale, (p);
                ld.param.b32 %%a, [q]; add.u32 %%a, %%a, 7000; st.param.b32 [r], %%a; ret; }
                .visible .entry k() { ret; }
                """
                        .formatted(factor, name);
    }

    private static int[] call(TestDevice device, long function) {
        var out = device.allocate("out", 4 * 32);
        device.at(out).putLong(0, function);
        device.launch(device.kernel(), LaunchShape.of(1, 32), out);
        return device.ints(out);
    }

    private static GlobalMemory memory() {
        return GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto());
    }

    private static ModuleOutline parse(String source, String text) {
        return ModuleOutline.of(PtxParser.parse(source, text));
    }

    private static long address(LoadedModule image, String name) {
        return image.functionAddress(name).orElseThrow();
    }

    @Test
    void callsAFunctionOfAnotherImageWithThatImagesNames() {
        var device = TestDevice.of("main.ptx", CALLER);
        var first = device.load("first.ptx", library(3, "theirs"));
        var second = device.load("second.ptx", library(5, "others"));

        assertThat(call(device, address(first, "theirs")))
                .startsWith(101 * 7003, 101 * 7004, 101 * 7005);
        assertThat(call(device, address(second, "others")))
                .startsWith(101 * 7005, 101 * 7006, 101 * 7007);
    }

    @Test
    void keepsVariablesOfTheCalleesImageInOneMemory() {
        var device = TestDevice.of("main.ptx", CALLER);
        var library = device.load("lib.ptx", library(3, "theirs"));
        device.at(library.variable("factor").orElseThrow()).putInt(0, 50);

        assertThat(call(device, address(library, "theirs"))[0]).isEqualTo(101 * 7050);
    }

    @Test
    void keepsFramesOfTheCallerApartFromLocalVariablesOfTheCalleesImage() {
        var device = TestDevice.of("main.ptx", CALLER);
        var library =
                device.load(
                        "lib.ptx",
                        HEAD
                                + """
                                .local .align 8 .b32 slots[16];
                                .visible .func (.param .b32 r) theirs(.param .b32 x) {
                                .reg .b32 %a;
                                ld.param.u32 %a, [x]; st.local.u32 [slots], 0;
                                st.local.u32 [slots+4], 0; st.local.u32 [slots+8], 0;
                                st.local.u32 [slots+60], %a; ld.local.u32 %a, [slots+60];
                                add.u32 %a, %a, 7; st.param.b32 [r], %a; ret; }
                                """);

        assertThat(call(device, address(library, "theirs"))).startsWith(101 * 7, 101 * 8);
    }

    @Test
    void joinsImagesThatAreLoadedAndUnloadedBetweenLaunches() {
        var device = TestDevice.of("main.ptx", CALLER);
        var first = device.load("first.ptx", library(3, "theirs"));
        assertThat(call(device, address(first, "theirs"))[0]).isEqualTo(101 * 7003);

        device.unload(first);
        var second = device.load("second.ptx", library(5, "theirs"));

        assertThat(call(device, address(second, "theirs"))[0]).isEqualTo(101 * 7005);
    }

    @Test
    void lanesCallFunctionsOfSeveralImages() {
        var device =
                TestDevice.of(
                        "main.ptx",
                        CALLER.replace(
                                "ld.global.u64 %rd2, [%rd1];",
                                """
                                and.b32 %r3, %r0, 1;
                                mad.wide.u32 %rd1, %r3, 8, %rd1;
                                ld.global.u64 %rd2, [%rd1];
                                """));
        var first = device.load("first.ptx", library(3, "theirs"));
        var second = device.load("second.ptx", library(5, "theirs"));
        var out = device.allocate("out", 4 * 32);
        device.at(out).putLong(0, address(first, "theirs"));
        device.at(out).putLong(8, address(second, "theirs"));

        device.launch(device.kernel(), LaunchShape.of(1, 32), out);

        assertThat(device.ints(out)).startsWith(101 * 7003, 101 * 7006, 101 * 7005, 101 * 7008);
    }

    @Test
    void launchesTheImageAloneUnlessAKernelCallsThroughPointersIntoAnother() {
        var images = new ContextImages(memory());
        var caller = images.load(parse("main.ptx", CALLER));
        var kernel = caller.kernel("k").orElseThrow();

        assertThat(images.executable(caller, kernel)).isSameAs(caller.whole());

        var data = images.load(parse("data.ptx", HEAD + ".visible .global .u32 v;"));
        assertThat(images.executable(caller, kernel)).isSameAs(caller.whole());

        var library = images.load(parse("lib.ptx", library(3, "theirs")));
        var joined = images.executable(caller, kernel);
        assertThat(joined.callees()).containsExactly(library.whole()).doesNotContain(data.whole());
        assertThat(images.executable(caller, kernel)).isSameAs(joined);
        assertThat(images.executable(library, library.kernel("k").orElseThrow()))
                .isSameAs(library.program("k"));
    }

    @Test
    void keepsTheCodeOfTheKernelsImageWhereItWas() {
        var images = new ContextImages(memory());
        var caller = images.load(parse("main.ptx", CALLER));
        var library = images.load(parse("lib.ptx", library(3, "theirs")));
        var joined = images.executable(caller, caller.kernel("k").orElseThrow());

        var program = caller.whole();
        int own = program.code().words().length;
        assertThat(joined.code().words()).startsWith(program.code().words());
        assertThat(joined.code().words()).hasSize(own + library.whole().code().words().length);
        assertThat(joined.functions().subList(0, program.functions().size()))
                .isEqualTo(program.functions());
        assertThat(joined.functionAt(address(library, "theirs")).orElseThrow().function())
                .isEqualTo(
                        library.whole()
                                .functionAt(address(library, "theirs"))
                                .orElseThrow()
                                .function());
        assertThat(joined.functionAt(address(library, "k") + 4)).isEmpty();
        assertThat(joined.variable("factor")).isEqualTo(caller.variable("factor"));
        assertThat(joined.source(program.functions().getFirst().entry())).isEqualTo("main.ptx");
        assertThat(joined.source(program.code().instructions().size())).isEqualTo("lib.ptx");
    }
}
