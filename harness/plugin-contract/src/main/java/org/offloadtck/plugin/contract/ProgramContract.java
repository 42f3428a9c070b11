package org.offloadtck.plugin.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.plugin.contract.DeviceContract.assertRefused;
import static org.offloadtck.plugin.contract.LaunchContract.ints;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// Images, kernels by name, global variables.
public interface ProgramContract extends DeviceContract {

    @Test
    default void findsKernelsByName() {
        try (var device = openDevice();
                var program = device.createProgram(contractImage())) {
            assertThat(program.kernel("store_index"))
                    .hasValueSatisfying(kernel -> {
                        assertThat(kernel.name()).isEqualTo("store_index");
                        assertThat(kernel.maxGroupSize())
                                .isBetween(1, device.description().maxGroupSize());
                    });
            assertThat(program.kernel("no_such_kernel")).isEmpty();
        }
    }

    @Test
    default void acceptsImagesOfItsOwnTargetAlone() {
        try (var device = openDevice()) {
            var image = contractImage();
            var foreign =
                    new ProgramImage(
                            "foreign", new TargetId("amdgcn-amd-amdhsa", "gfx90a"), image.bytes());

            assertThat(device.accepts(image)).isTrue();
            assertThat(device.accepts(foreign)).isFalse();
            assertRefused(DeviceError.INVALID_BINARY, () -> device.createProgram(foreign));
        }
    }

    @Test
    default void refusesAnImageThatIsNoProgram() {
        try (var device = openDevice()) {
            var garbage =
                    new ProgramImage(
                            "garbage",
                            contractImage().target(),
                            MemorySegment.ofArray(MemoryContract.pattern(256)));

            assertRefused(DeviceError.INVALID_BINARY, () -> device.createProgram(garbage));
        }
    }

    @Test
    default void globalVariablesHoldTheirInitialValues() {
        try (var device = openDevice();
                var program = device.createProgram(contractImage())) {
            if (!device.capabilities().contains(Capability.SYMBOLS)) {
                assertRefused(DeviceError.UNSUPPORTED, () -> program.global("contract_global"));
                return;
            }
            var global = program.global("contract_global").orElseThrow();

            assertThat(global.size()).isEqualTo(16);
            assertThat(ints(MemoryContract.contents(device, global)))
                    .containsExactly(10, 20, 30, 40);
            assertThat(program.global("no_such_global")).isEmpty();
        }
    }

    @Test
    default void kernelsSeeWhatIsWrittenToGlobalVariables() {
        try (var device = openDevice();
                var program = device.createProgram(contractImage());
                var out = device.allocate(16);
                var queue = device.createQueue()) {
            if (!device.capabilities().contains(Capability.SYMBOLS)) {
                return;
            }
            var global = program.global("contract_global").orElseThrow();
            queue.write(global, 4, MemorySegment.ofArray(new int[] {77}));
            queue.launch(
                    program.kernel("read_global").orElseThrow(),
                    LaunchSize.of(1, 4),
                    List.of(Argument.Pointer.to(out)));
            queue.synchronize();

            assertThat(ints(MemoryContract.contents(device, out))).containsExactly(10, 77, 30, 40);
        }
    }

    @Test
    default void programsSeeTheFunctionPointerMapThatIsRegisteredLast() {
        try (var device = openDevice();
                var program = device.createProgram(contractImage());
                var out = device.allocate(40)) {
            var rows = MemorySegment.ofArray(new long[] {0x10, 0x1000, 0x20, 0x2000});
            if (!device.capabilities().contains(Capability.FUNCTION_POINTER_MAP)) {
                assertRefused(DeviceError.UNSUPPORTED, () -> device.setFunctionPointerMap(rows));
                return;
            }
            device.setFunctionPointerMap(rows);
            rows.fill((byte) -1);
            assertThat(functions(device, program, out))
                    .containsExactly(2, 0, 0x10, 0, 0x1000, 0, 0x20, 0, 0x2000, 0);

            device.setFunctionPointerMap(MemorySegment.ofArray(new long[] {0x30, 0x3000}));
            assertThat(functions(device, program, out)).startsWith(1, 0, 0x30, 0, 0x3000, 0);

            device.setFunctionPointerMap(MemorySegment.ofArray(new long[0]));
            assertThat(functions(device, program, out)).startsWith(0, 0);
            assertRefused(
                    DeviceError.INVALID_SIZE,
                    () -> device.setFunctionPointerMap(MemorySegment.ofArray(new long[1])));
        }
    }

    private static int[] functions(Device device, Program program, DeviceMemory out) {
        try (var queue = device.createQueue()) {
            queue.launch(
                    program.kernel("read_functions").orElseThrow(),
                    LaunchSize.of(1, 1),
                    List.of(Argument.Pointer.to(out)));
            queue.synchronize();
        }
        return ints(MemoryContract.contents(device, out));
    }

    @Test
    default void functionsHaveAddressesOnlyWhereTheDeviceSaysSo() {
        try (var device = openDevice();
                var program = device.createProgram(contractImage())) {
            if (device.capabilities().contains(Capability.FUNCTION_POINTERS)) {
                assertThat(program.functionAddress("no_such_function")).isEmpty();
            } else {
                assertRefused(
                        DeviceError.UNSUPPORTED, () -> program.functionAddress("store_index"));
            }
        }
    }
}
