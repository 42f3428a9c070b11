package org.offloadtck.sim;

import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.ProgramImage;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.contract.DiscoveryContract;
import org.offloadtck.plugin.contract.LaunchContract;
import org.offloadtck.plugin.contract.MemoryContract;
import org.offloadtck.plugin.contract.ProgramContract;
import org.offloadtck.plugin.contract.QueueContract;

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
        return Samples.image("contract", PtxTarget.of(60), ContractProgram.PTX.source());
    }
}
