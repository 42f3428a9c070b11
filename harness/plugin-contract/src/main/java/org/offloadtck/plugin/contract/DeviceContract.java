package org.offloadtck.plugin.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.plugin.image.ProgramImage;
import org.opentest4j.TestAbortedException;

/// What a plugin supplies to be judged.
public interface DeviceContract {

    DevicePlugin plugin();

    /// [ContractProgram], linked for a device of this plugin.
    ProgramImage contractImage();

    /// A fresh device; the test closes it.
    ///
    /// @throws TestAbortedException with the plugin's reason if there is none
    default Device openDevice() {
        return switch (plugin().discover()) {
            case Discovery.Found(var devices) -> {
                devices.stream().skip(1).forEach(Device::close);
                yield devices.getFirst();
            }
            case Discovery.Absent(var reason, var remedy) ->
                    throw new TestAbortedException(reason + "; " + remedy);
            case Discovery.Failed(var failure) -> throw failure;
        };
    }

    /// Asserts that `operation` is refused with `error`, by a message that names the device.
    static void assertRefused(DeviceError error, ThrowingCallable operation) {
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(operation)
                .satisfies(refusal -> {
                    assertThat(refusal.error()).as(refusal.getMessage()).isEqualTo(error);
                    assertThat(refusal).hasMessageStartingWith(refusal.device());
                });
    }
}
