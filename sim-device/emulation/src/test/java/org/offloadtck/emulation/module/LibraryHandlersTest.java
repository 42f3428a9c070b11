package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.ClientKernels;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;

/// Libraries, whose functions need a context only where they are used.
class LibraryHandlersTest {

    private static final byte[] NONE = {};

    private static final int MAX_DYNAMIC_SHARED = 8;

    /// Two kernels, a variable and a managed variable.
    private static final String TWO =
            ClientKernels.ADD
                    + """
                    .visible .global .attribute(.managed) .align 8 .u64 shared = 9;
                    .visible .entry second(.param .u32 a, .param .u64 b)
                    {
                    ret;
                    }
                    .visible .func helper()
                    {
                    ret;
                    }
                    """;

    private ClientProgram program;

    @BeforeEach
    void begin() {
        program = ClientProgram.run("--devices", "2");
        program.ok(DriverFunction.CU_INIT, 0);
    }

    @AfterEach
    void end() {
        program.close();
    }

    private DriverReply tryLoad(Object code, int[] jit, int... options) {
        return program.call(
                DriverFunction.CU_LIBRARY_LOAD_DATA, "", code, numbers(jit), numbers(options));
    }

    private static byte[] numbers(int... values) {
        var buffer =
                ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asIntBuffer().put(values);
        return buffer.array();
    }

    private static byte[] handles(long... values) {
        var buffer = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asLongBuffer().put(values);
        return buffer.array();
    }

    private static LongBuffer handles(DriverReply reply) {
        return ByteBuffer.wrap(reply.buffers().getFirst())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer();
    }

    private long load(String code) {
        var reply = tryLoad(code, new int[0]);
        assertThat(reply.result()).isEqualTo(DriverResult.SUCCESS);
        return reply.outputs().getFirst();
    }

    private long kernel(long library, String name) {
        return program.ok(DriverFunction.CU_LIBRARY_GET_KERNEL, library, name);
    }

    private void makeCurrent(int device) {
        long context = program.ok(DriverFunction.CU_DEVICE_PRIMARY_CTX_RETAIN, device);
        program.ok(DriverFunction.CU_CTX_SET_CURRENT, context);
    }

    @Test
    void kernelsAreListedWithoutAContext() {
        long library = load(TWO);
        long add = kernel(library, "add");
        var second = program.call(DriverFunction.CU_LIBRARY_GET_KERNEL, library, "second");

        assertThat(second.buffers().getFirst()).isEqualTo(numbers(0, 4, 8, 8));
        assertThat(program.ok(DriverFunction.CU_LIBRARY_GET_KERNEL_COUNT, library)).isEqualTo(2);
        var all = program.call(DriverFunction.CU_LIBRARY_ENUMERATE_KERNELS, 5, library);
        assertThat(all.buffers().getFirst()).isEqualTo(handles(add, second.outputs().getFirst()));
        assertThat(all.buffers().get(1)).isEqualTo(numbers(1, 0, 8, 2, 0, 4, 8, 8));
        var one = program.call(DriverFunction.CU_LIBRARY_ENUMERATE_KERNELS, 1, library);
        assertThat(one.buffers().getFirst()).isEqualTo(handles(add));
        assertThat(program.result(DriverFunction.CU_LIBRARY_GET_KERNEL, library, "helper"))
                .isEqualTo(DriverResult.NOT_FOUND);
        assertThat(program.result(DriverFunction.CU_LIBRARY_GET_KERNEL, add, "add"))
                .isEqualTo(DriverResult.INVALID_HANDLE);
    }

    @Test
    void aKernelKnowsItsNameParametersAndLibrary() {
        long library = load(TWO);
        long second = kernel(library, "second");

        var name = program.call(DriverFunction.CU_KERNEL_GET_NAME, second).buffers().getFirst();
        assertThat(new String(name, UTF_8)).isEqualTo("second");
        assertThat(program.result(DriverFunction.CU_KERNEL_GET_NAME, 0))
                .isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(program.ok(DriverFunction.CU_KERNEL_GET_LIBRARY, second)).isEqualTo(library);
        assertThat(program.call(DriverFunction.CU_KERNEL_GET_PARAM_INFO, second, 1).outputs())
                .containsExactly(8L, 8L);
        assertThat(program.result(DriverFunction.CU_KERNEL_GET_PARAM_INFO, second, 2))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void aKernelRunsInTheCurrentContext() {
        long add = kernel(load(TWO), "add");
        assertThat(program.launch(add, 1, 1, 0).result()).isEqualTo(DriverResult.INVALID_CONTEXT);

        for (int device = 0; device < 2; device++) {
            makeCurrent(device);
            long data = program.allocate(8);
            program.write(data, 10, 20);
            assertThat(program.launch(add, 1, 2, data).result()).isEqualTo(DriverResult.SUCCESS);
            assertThat(program.read(data, 2)).containsExactly(11, 22);
        }
    }

    @Test
    void aKernelRunsInTheContextOfTheStream() {
        long add = kernel(load(TWO), "add");
        makeCurrent(1);
        long data = program.allocate(4);
        program.write(data, 4);
        long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 0);
        makeCurrent(0);

        program.ok(
                DriverFunction.CU_LAUNCH_KERNEL, add, 1, 1, 1, 1, 1, 1, 0, stream, handles(data));
        program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, stream);

        makeCurrent(1);
        assertThat(program.read(data, 1)).containsExactly(5);
    }

    @Test
    void eachContextHasItsModuleAndFunctions() {
        long library = load(TWO);
        long add = kernel(library, "add");
        assertThat(program.result(DriverFunction.CU_LIBRARY_GET_MODULE, library))
                .isEqualTo(DriverResult.INVALID_CONTEXT);
        assertThat(program.result(DriverFunction.CU_KERNEL_GET_FUNCTION, add))
                .isEqualTo(DriverResult.INVALID_CONTEXT);

        makeCurrent(0);
        long first = program.ok(DriverFunction.CU_LIBRARY_GET_MODULE, library);
        long function = program.ok(DriverFunction.CU_KERNEL_GET_FUNCTION, add);
        assertThat(program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, first, "add"))
                .isEqualTo(function);
        assertThat(program.ok(DriverFunction.CU_FUNC_GET_MODULE, function)).isEqualTo(first);

        makeCurrent(1);
        assertThat(program.ok(DriverFunction.CU_LIBRARY_GET_MODULE, library)).isNotEqualTo(first);
        assertThat(program.ok(DriverFunction.CU_KERNEL_GET_FUNCTION, add)).isNotEqualTo(function);
    }

    @Test
    void variablesAreThoseOfTheCurrentContext() {
        long library = load(TWO);
        makeCurrent(0);

        var first = program.call(DriverFunction.CU_LIBRARY_GET_GLOBAL, library, "counter");
        assertThat(first.outputs().getLast()).isEqualTo(4);
        assertThat(program.read(first.outputs().getFirst(), 1)).containsExactly(7);
        var managed = program.call(DriverFunction.CU_LIBRARY_GET_MANAGED, library, "shared");
        assertThat(managed.outputs().getLast()).isEqualTo(8);
        assertThat(program.result(DriverFunction.CU_LIBRARY_GET_MANAGED, library, "counter"))
                .isEqualTo(DriverResult.NOT_FOUND);
        assertThat(program.result(DriverFunction.CU_LIBRARY_GET_GLOBAL, library, "absent"))
                .isEqualTo(DriverResult.NOT_FOUND);

        makeCurrent(1);
        assertThat(program.call(DriverFunction.CU_LIBRARY_GET_GLOBAL, library, "counter").outputs())
                .doesNotContain(first.outputs().getFirst());
        assertThat(program.call(DriverFunction.CU_LIBRARY_GET_MANAGED, library, "shared").outputs())
                .isEqualTo(managed.outputs());
    }

    @Test
    void unloadingEndsModulesAndKernels() {
        long library = load(TWO);
        long add = kernel(library, "add");
        makeCurrent(0);
        long module = program.ok(DriverFunction.CU_LIBRARY_GET_MODULE, library);
        long function = program.ok(DriverFunction.CU_KERNEL_GET_FUNCTION, add);

        program.ok(DriverFunction.CU_LIBRARY_UNLOAD, library);

        assertThat(program.launch(add, 1, 1, 0).result()).isEqualTo(DriverResult.INVALID_HANDLE);
        assertThat(program.result(DriverFunction.CU_KERNEL_GET_FUNCTION, add))
                .isEqualTo(DriverResult.INVALID_HANDLE);
        assertThat(program.result(DriverFunction.CU_FUNC_LOAD, function))
                .isEqualTo(DriverResult.INVALID_HANDLE);
        assertThat(program.result(DriverFunction.CU_MODULE_UNLOAD, module))
                .isEqualTo(DriverResult.INVALID_HANDLE);
        assertThat(program.result(DriverFunction.CU_LIBRARY_UNLOAD, library))
                .isEqualTo(DriverResult.INVALID_HANDLE);
    }

    /// A library survives its contexts; its module is loaded again into a new one.
    @Test
    void aLibraryOutlivesAContext() {
        long library = load(TWO);
        long add = kernel(library, "add");
        long context = program.ok(DriverFunction.CU_CTX_CREATE, 0, 0);
        long module = program.ok(DriverFunction.CU_LIBRARY_GET_MODULE, library);
        program.ok(DriverFunction.CU_CTX_DESTROY, context);

        makeCurrent(0);
        assertThat(program.ok(DriverFunction.CU_LIBRARY_GET_MODULE, library)).isNotEqualTo(module);
        long data = program.allocate(4);
        program.write(data, 1);
        assertThat(program.launch(add, 1, 1, data).result()).isEqualTo(DriverResult.SUCCESS);
        assertThat(program.read(data, 1)).containsExactly(2);
        program.ok(DriverFunction.CU_LIBRARY_UNLOAD, library);
    }

    @Test
    void memoryOfVariablesIsFreed() {
        makeCurrent(0);
        long before = program.ok(DriverFunction.CU_MEM_GET_INFO);
        long library = load(TWO);
        assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before);

        program.ok(DriverFunction.CU_LIBRARY_GET_MODULE, library);
        assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before - 12);
        program.ok(DriverFunction.CU_LIBRARY_UNLOAD, library);
        assertThat(program.ok(DriverFunction.CU_MEM_GET_INFO)).isEqualTo(before);
    }

    /// What a function has set overrides what the kernel has for the device, in either order; the
    /// kernel returns its own.
    @Test
    void attributesOfFunctionsOverrideThoseOfKernels() {
        long add = kernel(load(TWO), "add");
        makeCurrent(0);
        long function = program.ok(DriverFunction.CU_KERNEL_GET_FUNCTION, add);

        setOfKernel(add, 1000, 0);
        assertThat(ofFunction(function)).isEqualTo(1000);
        program.ok(DriverFunction.CU_FUNC_SET_ATTRIBUTE, function, MAX_DYNAMIC_SHARED, 2000);
        setOfKernel(add, 3000, 0);

        assertThat(ofFunction(function)).isEqualTo(2000);
        assertThat(ofKernel(add, 0)).isEqualTo(3000);
        assertThat(ofKernel(add, 1)).isNotEqualTo(3000);
    }

    private void setOfKernel(long kernel, int bytes, int device) {
        program.ok(
                DriverFunction.CU_KERNEL_SET_ATTRIBUTE, MAX_DYNAMIC_SHARED, bytes, kernel, device);
    }

    private long ofKernel(long kernel, int device) {
        return program.ok(
                DriverFunction.CU_KERNEL_GET_ATTRIBUTE, MAX_DYNAMIC_SHARED, kernel, device);
    }

    private long ofFunction(long function) {
        return program.ok(DriverFunction.CU_FUNC_GET_ATTRIBUTE, MAX_DYNAMIC_SHARED, function);
    }

    @ParameterizedTest(name = "attribute {0} = {1} on device {2}: {3}")
    @CsvSource({
        "8, 0, 0, SUCCESS",
        "9, 101, 0, INVALID_VALUE",
        "0, 1, 0, INVALID_VALUE",
        "11, 1, 0, SUCCESS",
        "99, 1, 0, INVALID_VALUE",
        "8, 0, 2, INVALID_DEVICE"
    })
    void attributesAreValidated(int attribute, int value, int device, DriverResult result) {
        long add = kernel(load(TWO), "add");

        assertThat(
                        program.result(
                                DriverFunction.CU_KERNEL_SET_ATTRIBUTE,
                                attribute,
                                value,
                                add,
                                device))
                .isEqualTo(result);
    }

    @Test
    void attributesAreThoseOfADevice() {
        long library = load(TWO);
        long add = kernel(library, "add");
        var get = DriverFunction.CU_KERNEL_GET_ATTRIBUTE;

        assertThat(program.ok(get, 0, add, 1)).isEqualTo(1024);
        assertThat(program.ok(get, 2, add, 1)).isZero();
        assertThat(program.result(get, 99, add, 0)).isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(program.result(get, 0, add, 2)).isEqualTo(DriverResult.INVALID_DEVICE);
        assertThat(program.result(get, 0, library, 0)).isEqualTo(DriverResult.INVALID_HANDLE);
    }

    @ParameterizedTest(name = "configuration {0} on device {1}: {2}")
    @CsvSource({"3, 1, SUCCESS", "4, 0, INVALID_VALUE", "0, 2, INVALID_DEVICE"})
    void cacheConfigurationsAreValidated(int configuration, int device, DriverResult result) {
        long add = kernel(load(TWO), "add");

        assertThat(
                        program.result(
                                DriverFunction.CU_KERNEL_SET_CACHE_CONFIG,
                                add,
                                configuration,
                                device))
                .isEqualTo(result);
        assertThat(program.result(DriverFunction.CU_KERNEL_SET_CACHE_CONFIG, 64, 0, 0))
                .isEqualTo(DriverResult.INVALID_HANDLE);
    }

    /// Functions that take a kernel of a library as a function take it as that of the current
    /// context; others do not.
    @Test
    void occupancyAndGraphsTakeKernels() {
        long add = kernel(load(TWO), "add");
        makeCurrent(0);

        assertThat(
                        program.ok(
                                DriverFunction.CU_OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                                add,
                                1024,
                                0))
                .isPositive();
        long graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        long node =
                program.ok(
                        DriverFunction.CU_GRAPH_ADD_KERNEL_NODE,
                        graph,
                        NONE,
                        add,
                        1,
                        1,
                        1,
                        1,
                        1,
                        1,
                        0,
                        handles(program.allocate(4)));
        var parameters = program.call(DriverFunction.CU_GRAPH_KERNEL_NODE_GET_PARAMS, node);
        assertThat(parameters.outputs().getFirst())
                .isEqualTo(program.ok(DriverFunction.CU_KERNEL_GET_FUNCTION, add));
        assertThat(parameters.buffers().getLast()).isEqualTo(numbers(0, 8));
        assertThat(program.result(DriverFunction.CU_FUNC_GET_ATTRIBUTE, 0, add))
                .isEqualTo(DriverResult.INVALID_HANDLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 6, 34})
    void optionsOfTheCompilerAreAccepted(int option) {
        assertThat(tryLoad(TWO, new int[] {option}, 1).result()).isEqualTo(DriverResult.SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 35})
    void unknownOptionsOfTheCompilerAreRejected(int option) {
        assertThat(tryLoad(TWO, new int[] {option}).result()).isEqualTo(DriverResult.INVALID_VALUE);
    }

    @ParameterizedTest(name = "option {0}: {1}")
    @CsvSource({"0, NOT_SUPPORTED", "2, INVALID_VALUE", "-1, INVALID_VALUE"})
    void optionsOfLibrariesAreValidated(int option, DriverResult result) {
        assertThat(tryLoad(TWO, new int[0], option).result()).isEqualTo(result);
    }

    @Test
    void anImageIsValidatedWhenItIsLoaded() {
        var wrong = tryLoad(TWO.replace("add.u32 %r1, %r1, 1;", "?"), new int[0]);
        assertThat(wrong.result()).isEqualTo(DriverResult.INVALID_PTX);
        assertThat(new String(wrong.buffers().getFirst(), UTF_8)).startsWith("ptxas");
        assertThat(tryLoad("nothing", new int[0]).result()).isEqualTo(DriverResult.INVALID_IMAGE);
        var foreign =
                new FatBinary(
                        List.of(new Image(Kind.PTX, 130, ByteBuffer.wrap(TWO.getBytes(UTF_8)))));
        assertThat(tryLoad(foreign.write(), new int[0]).result())
                .isEqualTo(DriverResult.NO_BINARY_FOR_GPU);
    }

    @Test
    void functionsOfAModuleAreListed() {
        makeCurrent(0);
        long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, TWO);
        long second = program.ok(DriverFunction.CU_MODULE_GET_FUNCTION, module, "second");

        assertThat(program.ok(DriverFunction.CU_MODULE_GET_FUNCTION_COUNT, module)).isEqualTo(2);
        var all = program.call(DriverFunction.CU_MODULE_ENUMERATE_FUNCTIONS, -1, module);
        assertThat(handles(all).capacity()).isEqualTo(2);
        assertThat(handles(all).get(1)).isEqualTo(second);
        assertThat(all.buffers().get(1)).isEqualTo(numbers(1, 0, 8, 2, 0, 4, 8, 8));
        assertThat(
                        handles(
                                        program.call(
                                                DriverFunction.CU_MODULE_ENUMERATE_FUNCTIONS,
                                                0,
                                                module))
                                .capacity())
                .isZero();
        assertThat(program.ok(DriverFunction.CU_FUNC_IS_LOADED, second)).isEqualTo(1);
        assertThat(program.result(DriverFunction.CU_FUNC_IS_LOADED, module))
                .isEqualTo(DriverResult.INVALID_HANDLE);
        assertThat(program.result(DriverFunction.CU_MODULE_GET_FUNCTION_COUNT, second))
                .isEqualTo(DriverResult.INVALID_HANDLE);
    }

    /// A function that is listed is not loaded before its code is needed.
    @Test
    void functionsAreLoadedWhenTheyAreFirstUsed() {
        makeCurrent(0);
        for (var use :
                List.of(DriverFunction.CU_FUNC_LOAD, DriverFunction.CU_MODULE_GET_FUNCTION)) {
            long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, TWO);
            var listed =
                    handles(program.call(DriverFunction.CU_MODULE_ENUMERATE_FUNCTIONS, -1, module));
            long first = listed.get(0);
            long second = listed.get(1);
            assertThat(program.ok(DriverFunction.CU_FUNC_GET_PARAM_INFO, second, 0)).isZero();
            assertThat(program.ok(DriverFunction.CU_FUNC_IS_LOADED, second)).isZero();

            switch (use) {
                case CU_FUNC_LOAD -> program.ok(use, second);
                default -> assertThat(program.ok(use, module, "second")).isEqualTo(second);
            }

            assertThat(program.ok(DriverFunction.CU_FUNC_IS_LOADED, second)).isEqualTo(1);
            assertThat(program.ok(DriverFunction.CU_FUNC_IS_LOADED, first)).isZero();
            program.ok(DriverFunction.CU_FUNC_GET_ATTRIBUTE, 4, first);
            assertThat(program.ok(DriverFunction.CU_FUNC_IS_LOADED, first)).isEqualTo(1);
        }
    }

    /// A kernel that cannot be launched does not keep the others of its module from use.
    @Test
    void aKernelThatIsNotSupportedIsReportedWhenItIsUsed() {
        makeCurrent(0);
        var text = TWO + ".visible .entry bad() { sured.b.add.1d.b32.trap [0, {1}], 1; ret; }";
        long module = program.ok(DriverFunction.CU_MODULE_LOAD_DATA, text);
        assertThat(program.result(DriverFunction.CU_MODULE_GET_FUNCTION, module, "bad"))
                .isEqualTo(DriverResult.NOT_SUPPORTED);

        var listed =
                handles(program.call(DriverFunction.CU_MODULE_ENUMERATE_FUNCTIONS, -1, module));

        long bad = listed.get(listed.capacity() - 1);
        assertThat(program.result(DriverFunction.CU_FUNC_LOAD, bad))
                .isEqualTo(DriverResult.NOT_SUPPORTED);
        assertThat(program.result(DriverFunction.CU_MODULE_GET_FUNCTION, module, "bad"))
                .isEqualTo(DriverResult.NOT_SUPPORTED);
        assertThat(program.launch(bad, 1, 1, 0).result()).isEqualTo(DriverResult.NOT_SUPPORTED);
        program.ok(DriverFunction.CU_FUNC_LOAD, listed.get(0));
    }
}
