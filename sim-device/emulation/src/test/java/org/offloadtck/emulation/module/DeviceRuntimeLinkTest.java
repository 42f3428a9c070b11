package org.offloadtck.emulation.module;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.DeviceRuntimeUnit;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

/// Programs with and without NVIDIA's library of the device runtime.
///
/// Requirement: ER-29.
class DeviceRuntimeLinkTest {

    private static final int PTX = 1;
    private static final int LIBRARY = 4;
    private static final byte[] LAUNCHES = Corpus.bytes("objects/device_launches.ptx");

    private static DriverResult load(ClientProgram program, byte[] file) {
        return program.result(DriverFunction.CU_MODULE_LOAD_FAT_BINARY, (Object) file);
    }

    @Test
    void theUnitOfTheLibraryProvidesTheFunctions() {
        try (var program = ClientProgram.run().ready()) {
            var ptx = new String(LAUNCHES, UTF_8);
            var library = DeviceRuntimeUnit.library();

            assertThat(load(program, DeviceRuntimeUnit.program(ptx, library)))
                    .isEqualTo(DriverResult.SUCCESS);
            assertThat(load(program, DeviceRuntimeUnit.program(ptx)))
                    .isEqualTo(DriverResult.INVALID_PTX);
            assertThat(load(program, DeviceRuntimeUnit.program(ptx, DeviceRuntimeUnit.caller())))
                    .isEqualTo(DriverResult.NO_BINARY_FOR_GPU);
            assertThat(program.finish().report())
                    .contains("Unresolved extern function '__cudaCDP2GetParameterBufferV2'")
                    .contains("module 3, unit 2: no PTX is for sm_75");
        }
    }

    @Test
    void theFirstVersionHasTheSameFunctionsUnderOtherNames() {
        try (var program = ClientProgram.run().ready()) {
            var ptx = new String(LAUNCHES, UTF_8).replace("__cudaCDP2", "cuda");
            var library = DeviceRuntimeUnit.firstLibrary();
            var waits = ptx.replace("cudaLaunchDeviceV2", "cudaDeviceSynchronize");

            assertThat(load(program, DeviceRuntimeUnit.program(ptx, library)))
                    .isEqualTo(DriverResult.SUCCESS);
            assertThat(load(program, DeviceRuntimeUnit.program(ptx)))
                    .isEqualTo(DriverResult.INVALID_PTX);
            assertThat(load(program, DeviceRuntimeUnit.program(waits, library)))
                    .isEqualTo(DriverResult.INVALID_PTX);
            assertThat(program.finish().report())
                    .contains("Unresolved extern function 'cudaGetParameterBufferV2'")
                    .contains("'cudaDeviceSynchronize' is used but not defined");
        }
    }

    @Test
    void theLibraryAloneIsNoProgram() {
        try (var program = ClientProgram.run().ready()) {
            assertThat(load(program, DeviceRuntimeUnit.withoutPtx()))
                    .isEqualTo(DriverResult.NO_BINARY_FOR_GPU);
        }
    }

    /// The device runtime is no part of a driver.
    @Test
    void ptxThatIsNotLinkedWithTheLibraryIsRejected() {
        try (var program = ClientProgram.run().ready()) {
            assertThat(program.result(DriverFunction.CU_MODULE_LOAD_DATA, (Object) LAUNCHES))
                    .isEqualTo(DriverResult.INVALID_PTX);
        }
    }

    @Test
    void theLinkerOfTheDriverTakesTheLibrary() {
        try (var program = ClientProgram.run().ready()) {
            assertThat(complete(program, DeviceRuntimeUnit.archive()))
                    .isEqualTo(DriverResult.SUCCESS);
            assertThat(complete(program, "!<arch>\n".getBytes(UTF_8)))
                    .isEqualTo(DriverResult.NOT_SUPPORTED);
        }
    }

    private static DriverResult complete(ClientProgram program, byte[] library) {
        long link = program.ok(DriverFunction.CU_LINK_CREATE);
        program.call(DriverFunction.CU_LINK_ADD_DATA, link, PTX, LAUNCHES, "", 0);
        var added =
                program.result(DriverFunction.CU_LINK_ADD_DATA, link, LIBRARY, library, "lib", 0);
        if (added != DriverResult.SUCCESS) {
            return added;
        }
        var linked = program.call(DriverFunction.CU_LINK_COMPLETE, link);
        assertThat(linked.result()).isEqualTo(DriverResult.SUCCESS);
        return program.result(
                DriverFunction.CU_MODULE_LOAD_DATA, (Object) linked.buffers().getFirst());
    }
}
