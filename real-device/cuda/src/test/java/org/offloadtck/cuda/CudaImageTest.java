package org.offloadtck.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

class CudaImageTest {

    private static final CudaCall CALL = new CudaCall("cuda:0", "load");
    private static final TargetId SM_75 = sm(75);

    private static TargetId sm(int number) {
        return new TargetId(CudaImage.TRIPLE, "sm_" + number);
    }

    private static ProgramImage image(TargetId target, byte[] bytes) {
        return new ProgramImage("a.img", target, MemorySegment.ofArray(bytes));
    }

    private static CudaImage read(byte[] bytes) {
        return CudaImage.of(CALL, image(SM_75, bytes));
    }

    private static byte[] sample(String name) {
        return Corpus.bytes("objects/" + name);
    }

    private static CudaImage ptx(String text) {
        return new CudaImage.Ptx("a.ptx", text);
    }

    @Test
    void readsTheParameterSizesOfAnEntry() {
        var image = ptx(ContractProgram.PTX.source());

        assertThat(image.parameterSizes("store_index")).contains(List.of(8));
        assertThat(image.parameterSizes("add_value")).contains(List.of(8, 8, 8, 4));
        assertThat(image.parameterSizes("store")).isEmpty();
        assertThat(ptx(".entry f { ret; }").parameterSizes("f")).contains(List.of());
    }

    @Test
    void readsEachTypeOfParameter() {
        var text =
                """
                .entry g(.param .u64 other) { ret; }
                .entry f( // .param .u64 comment
                    .param .u64 .ptr .global .align 16 a, .param .align 8 .b8 b[24],
                    .param .f16 c, .param .b16 d[0x3], .param .texref e, .param .s8 f);
                """;

        assertThat(ptx(text).parameterSizes("f")).contains(List.of(8, 24, 2, 6, 8, 1));
    }

    @Test
    void reportsAHeaderWithoutAnEnd() {
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> ptx(".entry f(.param .u64 a").parameterSizes("f"))
                .withMessageStartingWith("a.ptx:1:23: expected ')', found the end of the text");
        assertThatExceptionOfType(PtxSyntaxException.class)
                .isThrownBy(() -> ptx(".entry f(.param .b8 a[99999999999])").parameterSizes("f"))
                .withMessageContaining("array has 99999999999 elements");
    }

    /// A cubin, PTX compressed with LZ4, and a fat binary of two cubins and compressed PTX.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "parameters.ptx",
                "parameters75.cubin",
                "parameters90.cubin",
                "parameters.fatbin",
                "parameters_lz4.fatbin"
            })
    void findsTheSameParametersInEachFormOfAnImage(String name) {
        var image = read(sample(name));

        assertThat(image.parameterSizes("none")).contains(List.of());
        assertThat(image.parameterSizes("mixed")).contains(List.of(8, 4, 1, 40, 8));
        assertThat(image.parameterSizes("large")).contains(List.of(8, 4400, 4));
        assertThat(image.parameterSizes("twice")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parameters75.cubin", "parameters.fatbin", "parameters_lz4.fatbin"})
    void handsCubinsAndFatBinariesToTheDriverAsTheyAre(String name) {
        assertThat(read(sample(name)).bytes()).isEqualTo(sample(name));
    }

    @Test
    void takesPtxOutOfAContainer() {
        var text = ".version 6.4";
        var container = new DeviceContainer(Form.EXECUTABLE, 75, text, List.of());

        assertThat(read(container.write())).isEqualTo(new CudaImage.Ptx("a.img", text));
        assertThat(read(text.getBytes(UTF_8)).bytes()).isEqualTo((text + "\0").getBytes(UTF_8));
    }

    @Test
    void newerDevicesCompileOlderPtx() {
        var text = ".version 6.4".getBytes(UTF_8);

        assertThat(CudaImage.isFor(image(sm(60), text), SM_75)).isTrue();
        assertThat(CudaImage.isFor(image(SM_75, text), SM_75)).isTrue();
        assertThat(CudaImage.isFor(image(SM_75, text), sm(60))).isFalse();
        var foreign = new TargetId("amdgcn-amd-amdhsa", "sm_60");
        assertThat(CudaImage.isFor(image(foreign, text), SM_75)).isFalse();
    }

    @Test
    void cubinsAreForDevicesOfTheirMajorVersion() {
        var cubin = sample("parameters75.cubin");

        assertThat(CudaImage.isFor(image(SM_75, cubin), SM_75)).isTrue();
        assertThat(CudaImage.isFor(image(sm(80), cubin), sm(86))).isTrue();
        assertThat(CudaImage.isFor(image(SM_75, cubin), sm(80))).isFalse();
        assertThat(CudaImage.isFor(image(sm(86), cubin), sm(80))).isFalse();
        assertThat(CudaImage.isFor(image(SM_75, sample("parameters.fatbin")), sm(80))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parameters75.cubin", "parameters.fatbin"})
    void refusesTruncatedImagesByTheirSource(String name) {
        var cut = Arrays.copyOf(sample(name), 300);

        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> read(cut))
                .withMessageStartingWith("cuda:0: load: a.img: offset 0x")
                .satisfies(refusal ->
                        assertThat(refusal.error()).isEqualTo(DeviceError.INVALID_BINARY));
    }

    @Test
    void bothLogsOfTheDriversCompilerArePartOfTheError() {
        assertThat(CudaCall.problem("E", "error", "info")).isEqualTo("E: error: info");
        assertThat(CudaCall.problem("E", "", "info")).isEqualTo("E: info");
        assertThat(CudaCall.problem("E", "", "")).isEqualTo("E");
    }
}
