package org.offloadtck.emulation.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

class DeviceHandlersTest {

    @Test
    void nothingWorksBeforeTheDriverIsInitialised() {
        try (var program = ClientProgram.run()) {
            assertThat(program.ok(DriverFunction.CU_DRIVER_GET_VERSION)).isEqualTo(12060);
            assertThat(program.result(DriverFunction.CU_DEVICE_GET_COUNT))
                    .isEqualTo(DriverResult.NOT_INITIALIZED);
            assertThat(program.result(DriverFunction.CU_INIT, 1))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void thereAreAsManyDevicesAsTheRunAsksFor() {
        try (var program = ClientProgram.run("--devices", "2")) {
            program.ok(DriverFunction.CU_INIT, 0);

            assertThat(program.ok(DriverFunction.CU_DEVICE_GET_COUNT)).isEqualTo(2);
            assertThat(program.ok(DriverFunction.CU_DEVICE_GET, 1)).isEqualTo(1);
            assertThat(program.result(DriverFunction.CU_DEVICE_GET, 2))
                    .isEqualTo(DriverResult.INVALID_DEVICE);
            assertThat(program.result(DriverFunction.CU_DEVICE_GET, -1))
                    .isEqualTo(DriverResult.INVALID_DEVICE);
        }
    }

    @ParameterizedTest(name = "{0}: attribute {1} is {2}")
    @CsvSource({
        "t4, 1, 1024",
        "t4, 5, 2147483647",
        "t4, 10, 32",
        "t4, 16, 40",
        "t4, 75, 7",
        "t4, 76, 5",
        "t4, 97, 65536",
        "h100, 16, 132",
        "h100, 75, 9",
        "h100, 76, 0",
        "t4, 21, 131072",
        "t4, 131, -1",
        "h100, 38, 52428800",
        "h200, 38, 62914560",
        "a100, 120, 0",
        "h200, 120, 1",
        "h200, 139, 590680286",
    })
    void attributesAreThoseOfTheSpecification(String device, int attribute, int value) {
        try (var program = ClientProgram.run("--device", device)) {
            program.ok(DriverFunction.CU_INIT, 0);

            assertThat(program.ok(DriverFunction.CU_DEVICE_GET_ATTRIBUTE, attribute, 0))
                    .isEqualTo(value);
        }
    }

    @Test
    void anAttributeThatIsNoneIsRefused() {
        try (var program = ClientProgram.run()) {
            program.ok(DriverFunction.CU_INIT, 0);

            assertThat(program.result(DriverFunction.CU_DEVICE_GET_ATTRIBUTE, 0, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
            assertThat(program.result(DriverFunction.CU_DEVICE_GET_ATTRIBUTE, 148, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    @Test
    void aNameIsCutToTheRoomThereIs() {
        try (var program = ClientProgram.run()) {
            program.ok(DriverFunction.CU_INIT, 0);

            assertThat(name(program, 100)).isEqualTo("Simulated NVIDIA T4");
            assertThat(name(program, 5)).isEqualTo("Simu");
            assertThat(program.result(DriverFunction.CU_DEVICE_GET_NAME, 0, 0))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
    }

    private static String name(ClientProgram program, int room) {
        var reply = program.call(DriverFunction.CU_DEVICE_GET_NAME, room, 0);
        return new String(reply.buffers().getFirst(), StandardCharsets.UTF_8);
    }

    @Test
    void devicesAreToldApart() {
        try (var program = ClientProgram.run("--devices", "2")) {
            program.ok(DriverFunction.CU_INIT, 0);

            byte[] first = uuid(program, 0);
            assertThat(first).hasSize(16).doesNotContain(0).isNotEqualTo(uuid(program, 1));
            assertThat(program.ok(DriverFunction.CU_DEVICE_GET_BY_PCI_BUS_ID, "0000:02:00.0"))
                    .isEqualTo(1);
            assertThat(program.result(DriverFunction.CU_DEVICE_GET_BY_PCI_BUS_ID, "0000:03:00.0"))
                    .isEqualTo(DriverResult.INVALID_DEVICE);
        }
    }

    /// The PCI bus of a device shows which one of the machine it is.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2,0 | 3 1",
                "1 | 2",
                "1,7,0 | 2",
                "0,0 | 1",
                "0,-1,2 | 1",
                "GPU-6f66666c-6f61-642d-7463-6b2d2d2d4b03,0 | 3 1"
            })
    void theEnvironmentSelectsDevices(String visible, String buses) {
        try (var program = ClientProgram.seeing(visible)) {
            program.ok(DriverFunction.CU_INIT, 0);

            var seen = new ArrayList<String>();
            for (int i = 0; i < program.ok(DriverFunction.CU_DEVICE_GET_COUNT); i++) {
                var reply = program.call(DriverFunction.CU_DEVICE_GET_PCI_BUS_ID, 100, i);
                var address = new String(reply.buffers().getFirst(), StandardCharsets.UTF_8);
                seen.add(address.substring(6, 7));
            }
            assertThat(String.join(" ", seen)).isEqualTo(buses);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "9", "none", "GPU-", "GPU-6f6"})
    void anEnvironmentThatNamesNoDeviceLeavesNone(String visible) {
        try (var program = ClientProgram.seeing(visible)) {
            assertThat(program.result(DriverFunction.CU_INIT, 0)).isEqualTo(DriverResult.NO_DEVICE);
        }
    }

    private static byte[] uuid(ClientProgram program, int device) {
        return program.call(DriverFunction.CU_DEVICE_GET_UUID, device).buffers().getFirst();
    }

    @Test
    void computeCapabilityHasTwoParts() {
        try (var program = ClientProgram.run()) {
            program.ok(DriverFunction.CU_INIT, 0);

            assertThat(program.call(DriverFunction.CU_DEVICE_COMPUTE_CAPABILITY, 0).outputs())
                    .containsExactly(7L, 5L);
        }
    }
}
