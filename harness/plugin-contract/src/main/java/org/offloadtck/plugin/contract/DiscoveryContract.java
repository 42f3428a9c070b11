package org.offloadtck.plugin.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.Discovery;

/// How a plugin finds devices. These tests run whether or not there are any.
public interface DiscoveryContract extends DeviceContract {

    @Test
    default void discoversTheSameDevicesEachTime() {
        assertThat(describe(plugin().discover())).isEqualTo(describe(plugin().discover()));
    }

    @Test
    default void namesEachDeviceAfterItsPlugin() {
        for (var device : devices(plugin().discover())) {
            assertThat(device.id()).matches(plugin().name() + ":\\d+");
            assertThat(device.maxGroupSize()).isPositive();
        }
    }

    @Test
    default void saysInOneLineEachWhyThereIsNoDeviceAndHowToGetOne() {
        switch (plugin().discover()) {
            case Discovery.Found(var devices) -> devices.forEach(Device::close);
            case Discovery.Absent(var reason, var remedy) -> {
                assertThat(reason).isNotBlank().doesNotContain("\n");
                assertThat(remedy).isNotBlank().doesNotContain("\n");
            }
            case Discovery.Failed(var failure) -> throw failure;
        }
    }

    private static List<DeviceDescription> devices(Discovery discovery) {
        return switch (discovery) {
            case Discovery.Found(var devices) -> {
                var descriptions = devices.stream().map(Device::description).toList();
                devices.forEach(Device::close);
                yield descriptions;
            }
            case Discovery.Absent _ -> List.of();
            case Discovery.Failed(var failure) -> throw failure;
        };
    }

    private static Object describe(Discovery discovery) {
        return discovery instanceof Discovery.Absent absent ? absent : devices(discovery);
    }
}
