package org.offloadtck.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.contract.DiscoveryContract;
import org.offloadtck.plugin.contract.LaunchContract;
import org.offloadtck.plugin.contract.MemoryContract;
import org.offloadtck.plugin.contract.ProgramContract;
import org.offloadtck.plugin.contract.QueueContract;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

class CudaPluginTest
        implements DiscoveryContract,
                MemoryContract,
                ProgramContract,
                LaunchContract,
                QueueContract {

    @Override
    public DevicePlugin plugin() {
        return new CudaPlugin();
    }

    @Override
    public ProgramImage contractImage() {
        return new ProgramImage(
                "contract.ptx",
                new TargetId(CudaImage.TRIPLE, "sm_60"),
                MemorySegment.ofArray(ContractProgram.PTX.source().getBytes(UTF_8)));
    }

    @Test
    void aMachineWithoutADriverGetsTheReasonInOneLine() {
        if (plugin().discover() instanceof Discovery.Absent(var reason, var remedy)) {
            assertThat(reason).containsAnyOf("libcuda.so.1", "cuInit", "no device");
            assertThat(remedy).contains("driver");
        }
    }
}
