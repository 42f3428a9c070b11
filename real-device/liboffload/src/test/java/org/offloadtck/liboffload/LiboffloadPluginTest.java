package org.offloadtck.liboffload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.plugin.contract.DiscoveryContract;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// The contract is tested on the emulated driver, by `LiboffloadOnEmulatedDriverTest`.
class LiboffloadPluginTest implements DiscoveryContract {

    @Override
    public DevicePlugin plugin() {
        return new LiboffloadPlugin();
    }

    @Override
    public ProgramImage contractImage() {
        return new ProgramImage("none", new TargetId("", ""), MemorySegment.ofArray(new byte[0]));
    }

    @Test
    void aMachineWithoutTheLibraryOrADeviceGetsTheReasonInOneLine() {
        if (plugin().discover() instanceof Discovery.Absent(var reason, var remedy)) {
            assertThat(reason).contains("liboffload");
            assertThat(remedy).contains("liboffload-22");
        }
    }
}
