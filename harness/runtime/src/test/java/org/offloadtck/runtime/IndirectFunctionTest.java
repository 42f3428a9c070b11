package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.object.offload.abi.MapType.IMPLICIT;
import static org.offloadtck.object.offload.abi.MapType.TARGET_PARAM;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.abi.DeviceEnvironment;
import org.offloadtck.plugin.Capability;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.MissingCapabilityException;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.program.ProgramLayout;

/// The table of indirect functions that a device gets.
final class IndirectFunctionTest {

    private static final Set<Capability> BOTH =
            Set.of(Capability.FUNCTION_POINTERS, Capability.FUNCTION_POINTER_MAP);

    private static final FakeProgram FUNCTIONS =
            FakeProgram.named("program")
                    .function("f", 0xf000)
                    .function("g", 0xe000)
                    .global("f_address", little(0xf000))
                    .global("g_address", little(0xe000))
                    .global("table_address", little(0xd000))
                    .global("__omp_rtl_device_environment", new byte[48]);

    private static byte[] little(long value) {
        return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    }

    /// A program with `f` at 0x2000 and `g` at 0x1000.
    private static RuntimeProgram program(String profile, FakeDevice device) {
        var program = new RuntimeProgram(profile, device);
        program.image("program");
        program.layout.indirectFunction(0x2000, "f", "f_address");
        program.layout.indirectFunction(0x1000, "g", "g_address");
        return program;
    }

    @Test
    void registersTheSortedMapInTheDocumentsDesignAndTakesItBack() {
        var device = FakeDevice.able(BOTH, FUNCTIONS);
        var program = program("documented", device);
        long descriptor = program.layout.descriptor();

        program.runtime.registerLibrary(descriptor);
        assertThat(device.functionPointerMap()).containsExactly(0x1000L, 0xe000L, 0x2000L, 0xf000L);

        program.runtime.unregisterLibrary(descriptor);
        assertThat(device.functionPointerMap()).isEmpty();
        assertThat(program.runtime.dataEnvironment(0).mappings()).isEmpty();
    }

    @Test
    void registersTheFunctionsOfAllLibrariesTogether() {
        var device =
                FakeDevice.able(BOTH, FUNCTIONS, FakeProgram.named("other").function("h", 0xc));
        var program = program("documented", device);
        program.runtime.registerLibrary(program.layout.descriptor());
        var second = new ProgramLayout(program.memory, program.profile);
        second.image(RuntimeProgram.TARGET, FakeDevice.image("other"));
        second.indirectFunction(0x1800, "h", "h_address");

        program.runtime.registerLibrary(second.descriptor());

        assertThat(device.functionPointerMap())
                .containsExactly(0x1000L, 0xe000L, 0x1800L, 0xcL, 0x2000L, 0xf000L);
    }

    @Test
    void mapsFunctionsWhereThePluginTakesNoMap() {
        var device = FakeDevice.able(Set.of(Capability.FUNCTION_POINTERS), FUNCTIONS);
        var program = program("documented", device);

        program.runtime.registerLibrary(program.layout.descriptor());

        assertThat(device.functionPointerMap()).isEmpty();
        assertThat(program.runtime.dataEnvironment(0).translate(0x2000, 0))
                .hasValueSatisfying(code -> assertThat(code.address()).hasValue(0xf000));
    }

    @Test
    void needsAddressesOfFunctionsInTheDocumentsDesign() {
        var program = program("documented", FakeDevice.with(FUNCTIONS));

        assertThatExceptionOfType(MissingCapabilityException.class)
                .isThrownBy(() -> program.runtime.registerLibrary(program.layout.descriptor()))
                .matches(missing -> missing.capability() == Capability.FUNCTION_POINTERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"llvm-18", "llvm-19", "llvm-22", "llvm-23"})
    void leavesTheSortedTableInDeviceMemoryUntilTheLibraryGoes(String profile) {
        var device = FakeDevice.with(FUNCTIONS);
        var program = program(profile, device);
        long descriptor = program.layout.descriptor();
        var library = program.runtime.registerLibrary(descriptor);

        var environment = environment(program, device);
        assertThat(environment.indirectCallTableSize()).isEqualTo(2);
        assertThat(longs(device.bytes(environment.indirectCallTable(), 32)))
                .containsExactly(0x1000L, 0xe000L, 0x2000L, 0xf000L);
        assertThat(device.liveAllocations()).isOne();

        program.runtime.unregisterLibrary(descriptor);
        assertThat(device.liveAllocations()).isZero();
        assertThat(library.entries()).hasSize(2);
    }

    @Test
    void hasARowForEachPlaceOfATableOfFunctions() {
        var device = FakeDevice.with(FUNCTIONS);
        var program = program("llvm-22", device);
        program.layout.virtualTable(0x1800, "table_address", 16);
        program.runtime.registerLibrary(program.layout.descriptor());

        var environment = environment(program, device);
        assertThat(longs(device.bytes(environment.indirectCallTable(), 64)))
                .containsExactly(
                        0x1000L, 0xe000L, 0x1800L, 0xd000L, 0x1808L, 0xd008L, 0x2000L, 0xf000L);
    }

    @Test
    void makesNoTableWhereTheEnvironmentHasNoPlaceForIt() {
        var device =
                FakeDevice.with(FUNCTIONS.global("__omp_rtl_device_environment", new byte[16]));
        var program = program("llvm-19", device);

        program.runtime.registerLibrary(program.layout.descriptor());

        assertThat(device.liveAllocations()).isZero();
    }

    @Test
    void rejectsAFunctionThatTheImageLacks() {
        var program = program("llvm-16", FakeDevice.able(BOTH, FakeProgram.named("program")));
        assertThat(program.runtime.registerLibrary(program.layout.descriptor()).entries())
                .isEmpty();

        var documented = program("documented", FakeDevice.able(BOTH, FakeProgram.named("program")));
        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(
                        () -> documented.runtime.registerLibrary(documented.layout.descriptor()))
                .matches(fault -> fault.rule() == RuntimeRule.SYMBOL_DEFINED)
                .withMessageContaining("the image defines no indirect function f");
    }

    @Test
    void rejectsAVariableThatHoldsNoAddress() {
        var device = FakeDevice.with(FUNCTIONS.global("f_address", new byte[4]));
        var program = program("llvm-19", device);

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.runtime.registerLibrary(program.layout.descriptor()))
                .matches(fault -> fault.rule() == RuntimeRule.SYMBOL_SIZE)
                .withMessageContaining(
                        "variable f_address has 4 bytes in the image when an address has 8");
    }

    @Test
    void handsARegionTheDeviceFunctionForAPointerToTheHosts() {
        var seen = new ArrayList<Long>();
        var device =
                FakeDevice.with(
                        FUNCTIONS.kernel("kernel", (_, _, arguments) -> seen.addAll(arguments)));
        var program = program("llvm-22", device);

        program.launch(
                MapArgument.of(0x2000, 0, TARGET_PARAM, IMPLICIT),
                MapArgument.of(0x3000, 0, TARGET_PARAM, IMPLICIT));

        assertThat(seen).containsExactly(-1L, 0xf000L, 0x3000L);
    }

    private static DeviceEnvironment environment(RuntimeProgram program, FakeDevice device) {
        var variable =
                program.runtime
                        .loadedImage(program.runtime.libraries().getFirst(), 0)
                        .orElseThrow()
                        .program()
                        .global(DeviceEnvironment.SYMBOL)
                        .orElseThrow();
        byte[] bytes = device.bytes(variable.address().orElseThrow(), variable.size());
        return DeviceEnvironment.parse(ObjectBytes.of("environment", bytes));
    }

    private static List<Long> longs(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return IntStream.range(0, bytes.length / 8).mapToObj(at -> buffer.getLong(8 * at)).toList();
    }
}
