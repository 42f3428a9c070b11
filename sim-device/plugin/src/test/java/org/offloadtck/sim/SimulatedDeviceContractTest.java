package org.offloadtck.sim;

import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.contract.DiscoveryContract;
import org.offloadtck.plugin.contract.LaunchContract;
import org.offloadtck.plugin.contract.MemoryContract;
import org.offloadtck.plugin.contract.ProgramContract;
import org.offloadtck.plugin.contract.QueueContract;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.sim.container.ContainerSamples;
import org.offloadtck.sim.container.PtxTargetId;

class SimulatedDeviceContractTest
        implements DiscoveryContract,
                MemoryContract,
                ProgramContract,
                LaunchContract,
                QueueContract {

    @Override
    public DevicePlugin plugin() {
        return new SimulatedDevicePlugin();
    }

    @Override
    public ProgramImage contractImage() {
        return ContainerSamples.image("contract", PtxTargetId.of(60), ContractProgram.PTX.source());
    }
}
