package org.offloadtck.plugin.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;

class IsolatedPluginTest {

    private static final DevicePlugin PLUGIN = new IsolatedPlugin(new MisbehavingPlugin());

    @Test
    void devicesAreInAnotherProcess() {
        try (var device = device(PLUGIN)) {
            assertThat(device.launchCount()).isNotEqualTo(ProcessHandle.current().pid());
            assertThat(device.capabilities()).containsExactly(Capability.SYMBOLS);
        }
    }

    @Test
    void theProcessEndsWithItsDevices() throws Exception {
        var device = device(PLUGIN);
        var process = ProcessHandle.of(device.launchCount()).orElseThrow();
        device.close();

        assertThat(process.onExit().get().isAlive()).isFalse();
        assertThatNoException().isThrownBy(device::close);
        assertThat(failure(device, 16).error()).isEqualTo(DeviceError.INVALID_VALUE);
    }

    @Test
    void anAbortCostsTheDevice() {
        try (var device = device(PLUGIN)) {
            var failure = failure(device, MisbehavingPlugin.ABORT);

            assertThat(failure.error()).isEqualTo(DeviceError.DEVICE_LOST);
            assertThat(end(failure).signal()).contains("SIGABRT");
            assertThat(failure)
                    .hasMessage(
                            "misbehaving: Device.allocate: the process of the plugin ended with SIGABRT");
        }
    }

    @Test
    void aFaultIsToldWithItsPlace() {
        try (var device = device(PLUGIN)) {
            var failure = failure(device, MisbehavingPlugin.FAULT);

            assertThat(end(failure).signal()).contains("SIGSEGV");
            assertThat(failure).hasMessageContaining("ended with SIGSEGV in ");
        }
    }

    @Test
    void anExitIsToldWithTheLastLineThatWasPrinted() {
        try (var device = device(PLUGIN)) {
            assertThat(failure(device, MisbehavingPlugin.EXIT))
                    .hasMessageEndingWith(
                            "exited with status 42; it printed last: 'the driver gives up'");
        }
    }

    @Test
    void aHangIsEndedAndTold() {
        var plugin = new IsolatedPlugin(new MisbehavingPlugin(), Duration.ofMillis(1500), Map.of());
        try (var device = device(plugin)) {
            var process = ProcessHandle.of(device.launchCount()).orElseThrow();
            var failure = failure(device, MisbehavingPlugin.HANG);

            assertThat(end(failure).limit()).contains(Duration.ofMillis(1500));
            assertThat(process.isAlive()).isFalse();
        }
    }

    @Test
    void aDiscoveryThatHangsIsNotTriedAgain() {
        var limit = Duration.ofMillis(1500);
        var environment = Map.of(MisbehavingPlugin.HANGING_DISCOVERY, "1");
        var first = failed(new IsolatedPlugin(new MisbehavingPlugin(), limit, environment));
        var again = failed(new IsolatedPlugin(new MisbehavingPlugin(), limit, environment));

        assertThat(end(first).limit()).contains(limit);
        assertThat(again).isSameAs(first);
        assertThat(PLUGIN.discover()).isInstanceOf(Discovery.Found.class);
    }

    @Test
    void everyLaterCallSaysWhyTheDeviceIsLost() {
        try (var device = device(PLUGIN)) {
            var first = failure(device, MisbehavingPlugin.EXIT);

            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(device::description)
                    .isSameAs(first);
        }
    }

    @Test
    void anotherDiscoveryIsUnharmed() {
        try (var lost = device(PLUGIN);
                var other = device(PLUGIN)) {
            failure(lost, MisbehavingPlugin.EXIT);

            assertThat(other.launchCount()).isPositive();
        }
    }

    @Test
    void outputIsReadSoThatItBlocksNothing() {
        try (var device = device(PLUGIN)) {
            assertThat(failure(device, MisbehavingPlugin.PRINT))
                    .hasMessage("misbehaving:0: allocate: it printed");
        }
    }

    @Test
    void exceptionsKeepTheirParts() {
        try (var device = device(PLUGIN)) {
            var failure = failure(device, MisbehavingPlugin.REFUSE);

            assertThat(failure.device()).isEqualTo("misbehaving:0");
            assertThat(failure.operation()).isEqualTo("allocate");
            assertThat(failure.error()).isEqualTo(DeviceError.INVALID_SIZE);
            assertThat(failure.problem()).isEqualTo("no");
            assertThat(device.launchCount()).isPositive();
        }
    }

    @Test
    void aMistakeOfThePluginIsAFailureOfTheBackEnd() {
        try (var device = device(PLUGIN)) {
            var failure = failure(device, MisbehavingPlugin.BUG);

            assertThat(failure.error()).isEqualTo(DeviceError.BACKEND_FAILURE);
            assertThat(failure)
                    .hasMessage(
                            "misbehaving: Device.allocate: java.lang.ArithmeticException: by zero");
        }
    }

    private static Device device(DevicePlugin plugin) {
        return ((Discovery.Found) plugin.discover()).devices().getFirst();
    }

    private static DeviceException failed(DevicePlugin plugin) {
        return ((Discovery.Failed) plugin.discover()).failure();
    }

    private static DeviceException failure(Device device, long bytes) {
        try {
            device.allocate(bytes);
        } catch (DeviceException failure) {
            return failure;
        }
        throw new AssertionError("the allocation succeeded");
    }

    private static PluginProcessException end(DeviceException failure) {
        return Objects.requireNonNull((PluginProcessException) failure.getCause());
    }
}
