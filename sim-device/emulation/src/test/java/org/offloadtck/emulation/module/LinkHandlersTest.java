package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;

class LinkHandlersTest {

    private static final int CUBIN = 0;
    private static final int PTX = 1;
    private static final int FATBINARY = 2;

    private static final String HEADER = ".version 6.0\n.target sm_30\n.address_size 64\n";

    /// As GCC writes a call: its arguments are declared as a range.
    private static final String KERNEL =
            HEADER
                    + """
                    .extern .func (.param .u32 r) twice(.param .u32 a, .param .u32 b);
                    .visible .entry k(.param .u64 out)
                    {
                    .reg .u32 %r<2>;
                    .reg .u64 %d;
                    mov.u32 %r0, 21;
                    {
                    .param .u32 %P<2>;
                    .param .u32 %in;
                    st.param.u32 [%P0], %r0;
                    st.param.u32 [%P1], 0;
                    call (%in), twice, (%P0, %P1);
                    ld.param.u32 %r1, [%in];
                    }
                    ld.param.u64 %d, [out];
                    st.global.u32 [%d], %r1;
                    ret;
                    }
                    """;

    private static final String TWICE =
            HEADER
                    + """
                    .visible .func (.param .u32 r) twice(.param .u32 a, .param .u32 b)
                    {
                    .reg .u32 %x;
                    ld.param.u32 %x, [a];
                    add.u32 %x, %x, %x;
                    st.param.u32 [r], %x;
                    ret;
                    }
                    """;

    private static DriverReply add(
            ClientProgram program, long link, int type, byte[] input, String name) {
        return program.call(DriverFunction.CU_LINK_ADD_DATA, link, type, input, name, 0);
    }

    private static DriverReply addPtx(ClientProgram program, long link, String ptx) {
        return add(program, link, PTX, ptx.getBytes(UTF_8), "");
    }

    private static String log(DriverReply reply) {
        return new String(reply.buffers().getLast(), UTF_8);
    }

    private static byte[] fatBinary() {
        return new FatBinary(
                        List.of(new Image(Kind.PTX, 30, ByteBuffer.wrap(TWICE.getBytes(UTF_8)))))
                .write();
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2"})
    void aKernelCallsAFunctionOfAnotherInputOfEachType(int type) {
        var other =
                switch (type) {
                    case CUBIN ->
                            new DeviceContainer(Form.RELOCATABLE, 75, TWICE, List.of()).write();
                    case FATBINARY -> fatBinary();
                    default -> (TWICE + "\0behind the end").getBytes(UTF_8);
                };
        try (var program = ClientProgram.run().ready()) {
            long link = program.ok(DriverFunction.CU_LINK_CREATE);
            assertThat(addPtx(program, link, KERNEL).result()).isEqualTo(DriverResult.SUCCESS);
            assertThat(add(program, link, type, other, "twice").result())
                    .isEqualTo(DriverResult.SUCCESS);
            var cubin = program.call(DriverFunction.CU_LINK_COMPLETE, link).buffers().getFirst();
            program.ok(DriverFunction.CU_LINK_DESTROY, link);

            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, (Object) cubin);
            long kernel = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "k");
            long out = program.allocate(4);
            program.launch(kernel, 1, 1, out);
            assertThat(program.read(out, 1)).containsExactly(42);
            assertThat(program.finish().report()).contains(", 0 findings");
        }
    }

    /// The compiler limits the registers of PTX, and not those of a cubin.
    @ParameterizedTest
    @CsvSource({"1, 57", "0, 64"})
    void aLinkLimitsTheRegistersOfAnInput(int type, int registers) {
        var ptx = HEADER + ".visible .entry k() { ret; }";
        var input =
                type == PTX
                        ? ptx.getBytes(UTF_8)
                        : new DeviceContainer(Form.RELOCATABLE, 75, ptx, List.of()).write();
        try (var program = ClientProgram.run().ready()) {
            long link = program.ok(DriverFunction.CU_LINK_CREATE);
            program.call(DriverFunction.CU_LINK_ADD_DATA, link, type, input, "", 57);
            var cubin = program.call(DriverFunction.CU_LINK_COMPLETE, link).buffers().getFirst();
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, (Object) cubin);
            long kernel = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "k");

            assertThat(program.ok(DriverFunction.CU_FUNC_GET_ATTRIBUTE, 4, kernel))
                    .isEqualTo(registers);
        }
    }

    @Test
    void theLogSaysWhatIsWrongWithAnInput() {
        try (var program = ClientProgram.run().ready()) {
            long link = program.ok(DriverFunction.CU_LINK_CREATE);
            var wrong = addPtx(program, link, HEADER + ".func f { ; ] }");

            assertThat(wrong.result()).isEqualTo(DriverResult.INVALID_PTX);
            assertThat(log(wrong)).startsWith("ptxas application ptx input, line 4; error");
            assertThat(add(program, link, CUBIN, new byte[] {1, 2}, "").result())
                    .isEqualTo(DriverResult.INVALID_IMAGE);
            assertThat(add(program, link, FATBINARY, new byte[] {1, 2}, "").result())
                    .isEqualTo(DriverResult.INVALID_IMAGE);
            assertThat(add(program, link, 3, new byte[] {1}, "host.o").result())
                    .isEqualTo(DriverResult.NOT_SUPPORTED);
            assertThat(add(program, link, 6, new byte[] {1}, "").result())
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.finish().report())
                    .contains(
                            "cuLinkAddData_v2: CUDA_ERROR_INVALID_PTX: ptxas application ptx input");
        }
    }

    @Test
    void theLogSaysWhatCannotBeLinked() {
        try (var program = ClientProgram.run().ready()) {
            long link = program.ok(DriverFunction.CU_LINK_CREATE);
            assertThat(program.result(DriverFunction.CU_LINK_COMPLETE, link))
                    .isEqualTo(DriverResult.INVALID_VALUE);

            addPtx(program, link, KERNEL);
            var incomplete = program.call(DriverFunction.CU_LINK_COMPLETE, link);
            assertThat(incomplete.result()).isEqualTo(DriverResult.INVALID_PTX);
            assertThat(log(incomplete)).contains("'twice' is used but not defined");

            addPtx(program, link, TWICE);
            addPtx(program, link, TWICE);
            assertThat(log(program.call(DriverFunction.CU_LINK_COMPLETE, link)))
                    .startsWith("nvlink error   : input 3:");
        }
    }

    @Test
    void aLinkEndsWhenItIsDestroyedOrItsContextIs() {
        try (var program = ClientProgram.run().ready()) {
            long link = program.ok(DriverFunction.CU_LINK_CREATE);
            program.ok(DriverFunction.CU_LINK_DESTROY, link);

            assertThat(program.result(DriverFunction.CU_LINK_DESTROY, link))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.finish().report()).contains("state=0x", "a link that was destroyed");
        }
    }

    /// Every prefix, and every byte with its lowest bit flipped, of a link's input.
    @Test
    void aDamagedInputIsAnErrorOrAnotherInput() {
        var input = fatBinary();
        try (var program = ClientProgram.run().ready()) {
            long link = program.ok(DriverFunction.CU_LINK_CREATE);
            var results =
                    IntStream.range(0, 2 * input.length)
                            .mapToObj(i -> damaged(input, i))
                            .map(each -> add(program, link, FATBINARY, each, "").result())
                            .distinct();

            assertThat(results)
                    .isSubsetOf(
                            DriverResult.SUCCESS,
                            DriverResult.INVALID_IMAGE,
                            DriverResult.INVALID_PTX,
                            DriverResult.NO_BINARY_FOR_GPU)
                    .contains(DriverResult.INVALID_IMAGE, DriverResult.INVALID_PTX);
        }
    }

    private static byte[] damaged(byte[] input, int i) {
        var copy = Arrays.copyOf(input, i < input.length ? i : input.length);
        if (i >= input.length) {
            copy[i - input.length] ^= 1;
        }
        return copy;
    }
}
