package org.offloadtck.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.ProgramImage;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.contract.DiscoveryContract;
import org.offloadtck.plugin.contract.LaunchContract;
import org.offloadtck.plugin.contract.MemoryContract;
import org.offloadtck.plugin.contract.ProgramContract;
import org.offloadtck.plugin.contract.QueueContract;

import java.lang.foreign.MemorySegment;

class OpenClPluginTest
        implements DiscoveryContract,
                MemoryContract,
                ProgramContract,
                LaunchContract,
                QueueContract {

    @Override
    public DevicePlugin plugin() {
        return new OpenClPlugin();
    }

    @Override
    public ProgramImage contractImage() {
        return new ProgramImage(
                "contract.cl",
                OpenClSourceLinker.TARGET,
                MemorySegment.ofArray(ContractProgram.OPENCL_C.source().getBytes(UTF_8)));
    }
}
