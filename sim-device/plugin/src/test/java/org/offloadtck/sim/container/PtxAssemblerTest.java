package org.offloadtck.sim.container;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.ContainerSymbol.Kind;
import org.offloadtck.object.container.ContainerSymbol.Linkage;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.TargetId;

final class PtxAssemblerTest {

    private static final TargetId SM_75 = new TargetId("nvptx64-nvidia-cuda", "sm_75");

    private static final String HEADER = ".version 7.8\n.target sm_75\n.address_size 64\n";

    private static DeviceContainer assemble(String source, String text) {
        var input = new DeviceLinker.Input(source, MemorySegment.ofArray(text.getBytes(UTF_8)));
        var object = new PtxAssembler().assemble(SM_75, input).toArray(JAVA_BYTE);
        return DeviceContainer.parse(source, object);
    }

    @Test
    void keepsTheTextOfARealCompilerAndListsItsSymbols() {
        var file = "ptx/omp_00_zaxpy.O2.sm75.ptx";
        var kernel = "__omp_offloading_fe00_20c047__Z5zaxpyPSt7complexIdES1_S0_m_l5";

        var container = assemble(file, Corpus.text(file));

        assertThat(container.form()).isEqualTo(DeviceContainer.Form.RELOCATABLE);
        assertThat(container.sm()).isEqualTo(75);
        assertThat(container.ptx()).isEqualTo(Corpus.text(file));
        assertThat(container.symbols())
                .contains(
                        new ContainerSymbol(kernel, Kind.FUNCTION, Linkage.WEAK, 0),
                        new ContainerSymbol(
                                kernel + "_exec_mode",
                                Kind.VARIABLE,
                                Linkage.WEAK,
                                1,
                                ByteBuffer.wrap(new byte[] {2})),
                        new ContainerSymbol(
                                "__omp_rtl_device_environment", Kind.VARIABLE, Linkage.WEAK, 16));
    }

    @Test
    void whatIsDeclaredAndUsedIsAReference() {
        var container =
                assemble(
                        "a.ptx",
                        HEADER
                                + """
                                .extern .func g;
                                .weak .func h ;
                                .extern .func unused;
                                .extern .global .align 4 .u32 v;
                                .extern .global .align 4 .u32 unusedToo;
                                .extern .shared .align 4 .b8 dynamic[];
                                .global .align 4 .u32 own;
                                .visible .func f
                                {
                                    .reg .b32 %r1;
                                    call g;
                                    call h;
                                    ld.global.u32 %r1, [v];
                                    ret;
                                }
                                """);

        assertThat(container.symbols())
                .containsExactlyInAnyOrder(
                        new ContainerSymbol("f", Kind.FUNCTION, Linkage.DEFINED, 0),
                        new ContainerSymbol("g", Kind.FUNCTION, Linkage.UNDEFINED, 0),
                        new ContainerSymbol("h", Kind.FUNCTION, Linkage.UNDEFINED, 0),
                        new ContainerSymbol("v", Kind.VARIABLE, Linkage.UNDEFINED, 0));
    }

    @Test
    void initialValuesAreTheBytesOfTheirElements() {
        var container =
                assemble(
                        "a.ptx",
                        HEADER
                                + """
                                .visible .global .align 4 .u32 v[3] = {1, 0x01020304};
                                .visible .global .align 8 .u64 p[2] = {v, 5};
                                """);

        assertThat(container.symbols())
                .containsExactly(
                        new ContainerSymbol(
                                "v", Kind.VARIABLE, Linkage.DEFINED, 12, bytes(12, 1, 0x01020304)),
                        new ContainerSymbol(
                                "p", Kind.VARIABLE, Linkage.DEFINED, 16, bytes(16, 0, 0, 5)));
    }

    private static ByteBuffer bytes(int size, int... words) {
        var bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(words);
        return bytes;
    }

    @Test
    void anAliasIsADefinition() {
        var container =
                assemble(
                        "a.ptx",
                        HEADER
                                + """
                                .visible .func f { ret; }
                                .visible .func g ;
                                .alias g, f;
                                """);

        assertThat(container.symbols())
                .containsExactlyInAnyOrder(
                        new ContainerSymbol("f", Kind.FUNCTION, Linkage.DEFINED, 0),
                        new ContainerSymbol("g", Kind.FUNCTION, Linkage.DEFINED, 0));
    }

    @Test
    void refusesTextOfAnotherArchitecture() {
        assertThatThrownBy(() -> assemble("a.ptx", HEADER.replace("75", "90")))
                .isInstanceOf(DeviceLinkException.class)
                .hasMessage("a.ptx: .target: is sm_90 when the image is for sm_75");
    }

    @Test
    void namesThePlaceOfAMistake() {
        assertThatThrownBy(() -> assemble("a.ptx", HEADER + ".visible .func { ret; }\n"))
                .isInstanceOf(DeviceLinkException.class)
                .hasMessageStartingWith("a.ptx: 4:");
    }
}
