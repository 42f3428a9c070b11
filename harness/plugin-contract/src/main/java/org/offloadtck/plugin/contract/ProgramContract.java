package org.offloadtck.plugin.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.plugin.contract.DeviceContract.assertRefused;
import static org.offloadtck.plugin.contract.LaunchContract.ints;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.ProgramImage;
import org.offloadtck.plugin.TargetId;

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
