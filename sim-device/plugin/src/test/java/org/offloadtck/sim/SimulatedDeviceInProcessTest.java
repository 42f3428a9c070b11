package org.offloadtck.sim;

import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.contract.ProgramContract;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.process.IsolatedPlugin;
import org.offloadtck.sim.container.ContainerSamples;
import org.offloadtck.sim.container.PtxTargetId;

/// The part of the contract that OpenCL devices lack, symbols and functions, in a process of its
/// own.
class SimulatedDeviceInProcessTest implements ProgramContract {

    @Override
    public DevicePlugin plugin() {
        return new IsolatedPlugin(new SimulatedDevicePlugin());
    }

    @Override
    public ProgramImage contractImage() {
        return ContainerSamples.image("contract", PtxTargetId.of(60), ContractProgram.PTX.source());
    }
}
