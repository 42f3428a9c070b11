package org.offloadtck.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.contract.DiscoveryContract;
import org.offloadtck.plugin.contract.LaunchContract;
import org.offloadtck.plugin.contract.MemoryContract;
import org.offloadtck.plugin.contract.ProgramContract;
import org.offloadtck.plugin.contract.QueueContract;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.process.IsolatedPlugin;

/// In a process of its own, as users have it, on the first platform that the loader lists.
class OpenClPluginTest
        implements DiscoveryContract,
                MemoryContract,
                ProgramContract,
                LaunchContract,
                QueueContract {

    @Override
    public DevicePlugin plugin() {
        return new IsolatedPlugin(new OpenClPlugin());
    }

    @Override
    public ProgramImage contractImage() {
        return new ProgramImage(
                "contract.cl",
                OpenClSourceLinker.TARGET,
                MemorySegment.ofArray(ContractProgram.OPENCL_C.source().getBytes(UTF_8)));
    }
}
