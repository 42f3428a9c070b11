package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;

class ModuleHandlersTest {

    /// Offset of `e_shentsize` in an `Elf64_Ehdr`.
    private static final int AT_SECTION_ROWS = 58;

    private static byte[] container(Form form, int sm, String ptx) {
        return new DeviceContainer(form, sm, ptx, List.of()).write();
    }

    @ParameterizedTest(name = "sm_{0} on {1}: {2}")
    @CsvSource({
        "75, t4, SUCCESS",
        "70, t4, SUCCESS",
        "80, t4, NO_BINARY_FOR_GPU",
        "75, a100, NO_BINARY_FOR_GPU",
        "86, a100, NO_BINARY_FOR_GPU",
        "90, h200, SUCCESS",
    })
    void binariesRunWithinAMajorVersion(int sm, String device, DriverResult result) {
        try (var program = ClientProgram.run("--device", device).ready()) {
            var image = container(Form.EXECUTABLE, sm, ClientKernels.ADD);

            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, (Object) image))
                    .isEqualTo(result);
        }
    }

    @Test
    void relocatableAndBrokenBinariesAreInvalid() {
        try (var program = ClientProgram.run().ready()) {
            var relocatable = container(Form.RELOCATABLE, 75, ClientKernels.ADD);
            var broken = container(Form.EXECUTABLE, 75, "nonsense");

            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, (Object) relocatable))
                    .isEqualTo(DriverResult.INVALID_IMAGE);
            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, (Object) broken))
                    .isEqualTo(DriverResult.INVALID_IMAGE);
            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, "\177ELF"))
                    .isEqualTo(DriverResult.INVALID_IMAGE);
            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, ""))
                    .isEqualTo(DriverResult.INVALID_IMAGE);
        }
    }

    /// A program may expect it, so that it is no finding.
    @Test
    void theReportSaysWhyAModuleIsNotLoaded() {
        try (var program = ClientProgram.run().ready()) {
            var image = container(Form.EXECUTABLE, 90, ClientKernels.ADD);
            program.result(DriverFunction.CU_MODULE_LOAD_DATA, (Object) image);

            assertThat(program.finish().report())
                    .endsWith(
                            "offload-tck: cuModuleLoadData: CUDA_ERROR_NO_BINARY_FOR_GPU: module 1:"
                                    + " image is for sm_90 when the device is sm_75\n");
        }
    }

    @Test
    void aDamagedFatBinaryIsInvalid() {
        byte[] image = {0x50, (byte) 0xed, 0x55, (byte) 0xba, 1, 0, 16, 0};
        try (var program = ClientProgram.run().ready()) {
            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) image))
                    .isEqualTo(DriverResult.INVALID_IMAGE);
        }
    }

    /// Each image holds one function, by whose name the test sees which was taken.
    @ParameterizedTest(name = "{0} takes {1}")
    @CsvSource({"t4, elf75", "a100, ptx80", "h200, elf90"})
    void ofAFatBinaryTheNewestFittingImageIsTaken(String device, String taken) {
        var images =
                List.of(
                        binary(75, "elf75"),
                        binary(70, "elf70"),
                        text(75, "ptx75"),
                        text(80, "ptx80"),
                        binary(90, "elf90"));
        try (var program = ClientProgram.run("--device", device).ready()) {
            var file = new FatBinary(images).write();
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) file);

            program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, taken);
        }
    }

    @Test
    void ofAFatBinaryPtxIsTakenBeforeMachineCode() {
        var cubin =
                new Image(
                        Kind.ELF, 75, ByteBuffer.wrap(Corpus.bytes("objects/parameters75.cubin")));
        try (var program = ClientProgram.run().ready()) {
            var both = new FatBinary(List.of(cubin, text(70, "ptx70"))).write();
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) both);
            program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "ptx70");

            byte[] made = Corpus.bytes("objects/parameters.fatbin");
            long compressed = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, (Object) made);
            program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, compressed, "mixed");

            var alone = new FatBinary(List.of(cubin)).write();
            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) alone))
                    .isEqualTo(DriverResult.INVALID_IMAGE);
        }
    }

    /// Some cubins of released programs are no well-formed ELF files.
    @Test
    void ofAFatBinaryPtxIsTakenBeforeMalformedMachineCode() {
        byte[] malformed = Corpus.bytes("objects/parameters75.cubin");
        malformed[AT_SECTION_ROWS]++;
        var cubin = new Image(Kind.ELF, 75, ByteBuffer.wrap(malformed));
        try (var program = ClientProgram.run().ready()) {
            var both = new FatBinary(List.of(cubin, text(70, "ptx70"))).write();
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) both);

            program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "ptx70");
        }
    }

    private static Image specific(int sm, String kernel) {
        var text = empty(sm, kernel).replace("7.8", "8.0").replace("sm_" + sm, "sm_" + sm + "a");
        var contents = ByteBuffer.wrap(text.getBytes(UTF_8));
        return new Image(Kind.PTX, sm, FatBinary.Portability.SPECIFIC, contents);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h100", "h200"})
    void ofAFatBinaryAnImageForTheArchitectureAloneIsTakenFirst(String device) {
        try (var program = ClientProgram.run("--device", device).ready()) {
            var both = List.of(text(90, "plain"), specific(90, "own"));
            for (var images : List.of(both, both.reversed())) {
                var file = new FatBinary(images).write();
                long module = program.ok(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) file);
                program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "own");
            }
        }
    }

    @Test
    void anImageForOneArchitectureAloneIsForNoOther() {
        try (var program = ClientProgram.run("--device", "h200").ready()) {
            var file = new FatBinary(List.of(specific(80, "f"))).write();

            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, (Object) file))
                    .isEqualTo(DriverResult.NO_BINARY_FOR_GPU);
        }
    }

    @Test
    void aFatBinaryForOtherDevicesDoesNotFit() {
        try (var program = ClientProgram.run().ready()) {
            var file = new FatBinary(List.of(binary(80, "f"), text(80, "f"))).write();

            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, (Object) file))
                    .isEqualTo(DriverResult.NO_BINARY_FOR_GPU);
        }
    }

    private static final String CALLING_UNIT =
            """
            .version 7.8
            .target sm_70
            .address_size 64
            .extern .func f();
            .visible .entry call() { call f, (); ret; }
            """;

    private static final String CALLED_UNIT =
            """
            .version 7.8
            .target sm_70
            .address_size 64
            .visible .func f() { ret; }
            """;

    /// Machine code for sm_75 and the units that it was linked from.
    private static byte[] linkedFrom(int sm, String... units) {
        var code =
                new Image(
                        Kind.ELF, 75, ByteBuffer.wrap(Corpus.bytes("objects/parameters75.cubin")));
        var file = new ByteArrayOutputStream();
        file.writeBytes(new FatBinary(List.of(code)).write());
        for (var unit : units) {
            var image = new Image(Kind.PTX, sm, ByteBuffer.wrap(unit.getBytes(UTF_8)));
            file.writeBytes(new FatBinary(List.of(image)).write());
        }
        return file.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"t4", "a100"})
    void unitsOfMachineCodeAreLinked(String device) {
        try (var program = ClientProgram.run("--device", device).ready()) {
            var file = linkedFrom(70, CALLING_UNIT, CALLED_UNIT);
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) file);

            program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "call");
        }
    }

    @Test
    void unitsThatCannotBeLinkedAreReported() {
        try (var program = ClientProgram.run().ready()) {
            assertThat(linking(program, linkedFrom(70, CALLING_UNIT)))
                    .isEqualTo(DriverResult.INVALID_PTX);
            assertThat(linking(program, linkedFrom(70, CALLING_UNIT, "nonsense")))
                    .isEqualTo(DriverResult.INVALID_PTX);
            assertThat(linking(program, linkedFrom(80, CALLING_UNIT, CALLED_UNIT)))
                    .isEqualTo(DriverResult.NO_BINARY_FOR_GPU);

            assertThat(program.finish().report())
                    .contains("nvlink error   : module 1, unit 1:5:26: 'f' is used")
                    .contains("module 3, unit 1: no PTX is for sm_75");
        }
    }

    private static DriverResult linking(ClientProgram program, byte[] file) {
        return program.result(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) file);
    }

    private static Image binary(int sm, String kernel) {
        return new Image(
                Kind.ELF, sm, ByteBuffer.wrap(container(Form.EXECUTABLE, sm, empty(sm, kernel))));
    }

    private static Image text(int sm, String kernel) {
        return new Image(Kind.PTX, sm, ByteBuffer.wrap(empty(sm, kernel).getBytes(UTF_8)));
    }

    private static String empty(int sm, String kernel) {
        return ".version 7.8\n.target sm_%d\n.address_size 64\n.visible .entry %s() { ret; }\n"
                .formatted(sm, kernel);
    }

    @Test
    void theErrorLogSaysWhatIsWrongWithPtx() {
        try (var program = ClientProgram.run().ready()) {
            var reply = load(program, ClientKernels.ADD.replace("add.u32", "add.u32 %r0 %r1"));

            assertThat(reply.result()).isEqualTo(DriverResult.INVALID_PTX);
            assertThat(reply.buffers().getFirst()).isEmpty();
            assertThat(new String(reply.buffers().getLast(), UTF_8))
                    .startsWith("ptxas application ptx input, line 13; error   : ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".local .b8 x[3000000000];",
                ".func f() { .local .b8 x[3000000000]; ret; }",
                ".func f(.param .b8 x[3000000000]) { ret; }",
                ".shared .b8 x[3000000000];",
            })
    void whatNoDeviceCouldHoldIsInvalid(String declaration) {
        try (var program = ClientProgram.run().ready()) {
            var reply = load(program, ClientKernels.ADD + declaration);

            assertThat(reply.result()).isEqualTo(DriverResult.INVALID_PTX);
            assertThat(new String(reply.buffers().getLast(), UTF_8)).startsWith("ptxas error   : ");
        }
    }

    @Test
    void ptxOfALaterArchitectureIsRefused() {
        try (var program = ClientProgram.run().ready()) {
            var reply = load(program, ClientKernels.ADD.replace("sm_75", "sm_90"));

            assertThat(reply.result()).isEqualTo(DriverResult.INVALID_PTX);
            assertThat(new String(reply.buffers().getLast(), UTF_8))
                    .contains("sm_90 when the device is sm_75");
        }
    }

    /// `CU_JIT_MAX_REGISTERS` after `CU_JIT_WALL_TIME`. A kernel that states its threads keeps its
    /// registers (`ptxas` 13.0.88 with `--maxrregcount`).
    @ParameterizedTest
    @CsvSource({"'', 57, 57", "'', 0, 64", "'.maxntid 32, 1, 1', 57, 64", "'.maxnreg 40', 57, 40"})
    void anOptionOfTheCompilerLimitsRegisters(String directives, int option, int registers) {
        var ptx = ClientKernels.ADD.replace(".param .u64 data)", ".param .u64 data) " + directives);
        var options = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(2).putInt(0);
        var values = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        values.putLong(-1).putLong(option);
        try (var program = ClientProgram.run().ready()) {
            var loaded =
                    program.call(
                            DriverFunction.CU_MODULE_LOAD_DATA_EX,
                            ptx,
                            2,
                            options.array(),
                            values.array());
            long kernel =
                    program.ok(
                            DriverFunction.CU_MODULE_GET_FUNCTION,
                            loaded.outputs().getFirst(),
                            "add");

            assertThat(program.ok(DriverFunction.CU_FUNC_GET_ATTRIBUTE, 4, kernel))
                    .isEqualTo(registers);
        }
    }

    private static DriverReply load(ClientProgram program, String ptx) {
        return program.call(
                DriverFunction.CU_MODULE_LOAD_DATA_EX, ptx, 0, new byte[0], new byte[0]);
    }

    @Test
    void ptxEndsAtItsNul() {
        try (var program = ClientProgram.run().ready()) {
            program.ok(DriverFunction.CU_MODULE_LOAD_DATA, ClientKernels.ADD + "\0garbage");
        }
    }

    @Test
    void whatItDoesNotDefineIsNotFound() {
        try (var program = ClientProgram.run().ready()) {
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, ClientKernels.ADD);

            assertThat(program.result(DriverFunction.CU_MODULE_GET_FUNCTION, module, "counter"))
                    .isEqualTo(DriverResult.NOT_FOUND);
            assertThat(program.result(DriverFunction.CU_MODULE_GET_GLOBAL, module, "none"))
                    .isEqualTo(DriverResult.NOT_FOUND);
            assertThat(program.result(DriverFunction.CU_MODULE_GET_GLOBAL, module, "add"))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void aReferenceIsAVariableOfItsType() {
        try (var program = ClientProgram.run().ready()) {
            long module =
                    program.ok(
                            DriverFunction.CU_MODULE_LOAD_DATA,
                            """
                            .version 7.0
                            .target sm_75
                            .address_size 64
                            .global .texref picture;
                            .global .surfref canvas;
                            """);

            assertThat(program.ok(DriverFunction.CU_MODULE_GET_TEX_REF, module, "picture"))
                    .isEqualTo(program.ok(DriverFunction.CU_MODULE_GET_GLOBAL, module, "picture"));
            assertThat(program.ok(DriverFunction.CU_MODULE_GET_SURF_REF, module, "canvas"))
                    .isEqualTo(program.ok(DriverFunction.CU_MODULE_GET_GLOBAL, module, "canvas"));
            assertThat(program.result(DriverFunction.CU_MODULE_GET_TEX_REF, module, "canvas"))
                    .isEqualTo(DriverResult.NOT_FOUND);
            assertThat(program.result(DriverFunction.CU_MODULE_GET_SURF_REF, module, "none"))
                    .isEqualTo(DriverResult.NOT_FOUND);
        }
    }

    /// `call(int* out)` calls the function of `function` with each thread's number.
    private static final String CALL =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .global .u64 function;
            .visible .entry call(.param .u64 out) {
            .reg .b32 %r<2>; .reg .b64 %rd<4>;
            .param .b32 x; .param .b32 y;
            prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
            ld.param.u64 %rd0, [out]; ld.global.u64 %rd1, [function];
            mov.u32 %r0, %tid.x; st.param.b32 [x], %r0;
            call (y), %rd1, (x), prototype;
            ld.param.b32 %r1, [y];
            mad.wide.u32 %rd0, %r0, 4, %rd0; st.global.u32 [%rd0], %r1;
            ret; }
            """;

    private static final String CALLED =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .func (.param .b32 y) f(.param .b32 x);
            .visible .global .u64 function = f;
            .visible .global .u32 base = 1000;
            .func (.param .b32 y) f(.param .b32 x) {
            .reg .b32 %r<2>;
            ld.param.b32 %r0, [x]; ld.global.u32 %r1, [base];
            add.u32 %r0, %r0, %r1; st.param.b32 [y], %r0;
            ret; }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"--device=t4", "--timing", "--check=all"})
    void aKernelCallsAFunctionOfAnotherModuleOfItsContext(String option) {
        try (var program = ClientProgram.run(option).ready()) {
            long caller = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, CALL);
            long kernel = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, caller, "call");
            long called = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, CALLED);
            long from = program.ok(DriverFunction.CU_MODULE_GET_GLOBAL, called, "function");
            long to = program.ok(DriverFunction.CU_MODULE_GET_GLOBAL, caller, "function");
            program.write(to, program.read(from, 2));
            long out = program.allocate(4 * 32);

            program.launch(kernel, 1, 32, out);

            assertThat(program.read(out, 32)).startsWith(1000, 1001).endsWith(1031);
            assertThat(program.finish().report()).contains("1 launch").doesNotContain("not timed");
        }
    }

    @Test
    void aVariableHasItsInitialValue() {
        try (var program = ClientProgram.run().ready()) {
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, ClientKernels.ADD);

            var variable = program.call(DriverFunction.CU_MODULE_GET_GLOBAL, module, "counter");
            assertThat(variable.outputs().get(1)).isEqualTo(4);
            assertThat(program.read(variable.outputs().getFirst(), 1)).containsExactly(7);
        }
    }

    @Test
    void aKernelHasOneHandleAndItsLayout() {
        try (var program = ClientProgram.run().ready()) {
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, ClientKernels.ADD);

            var first = program.call(DriverFunction.CU_MODULE_GET_FUNCTION, module, "add");
            assertThat(first.buffers().getFirst()).containsExactly(0, 0, 0, 0, 8, 0, 0, 0);
            assertThat(program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "add"))
                    .isEqualTo(first.outputs().getFirst());
        }
    }

    @Test
    void whatItHeldGoesWhenItIsUnloaded() {
        try (var program = ClientProgram.run().ready()) {
            long before = program.ok(DriverFunction.CU_MEM_GET_INFO);
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, ClientKernels.ADD);
            long kernel = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "add");
            long variable = program.ok(DriverFunction.CU_MODULE_GET_GLOBAL, module, "counter");

            program.ok(DriverFunction.CU_MODULE_UNLOAD, module);

            assertThat(program.result(DriverFunction.CU_MODULE_UNLOAD, module))
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.launch(kernel, 1, 1, 0).result())
                    .isEqualTo(DriverResult.INVALID_HANDLE);
            assertThat(program.result(DriverFunction.CU_MEMCPY_DTOH, 0x7000, variable, 4))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before);
        }
    }

    @Test
    void variablesThatDoNotFitAreOutOfMemory() {
        try (var program = ClientProgram.run().ready()) {
            long before = program.ok(DriverFunction.CU_MEM_GET_INFO);
            var huge = ClientKernels.ADD + ".visible .global .align 4 .b8 huge[1000000000000];";

            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, huge))
                    .isEqualTo(DriverResult.OUT_OF_MEMORY);
            assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before);
        }
    }
}
