package org.offloadtck.runtime.launch;

import org.offloadtck.object.offload.abi.KernelArguments;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostMemory;

/// Reads the `KernelArgsTy` of a launch from host memory. A version newer than every known one is
/// read as the newest known one.
///
/// Requirement: KL-16.
///
/// @param source the construct, for diagnostics
/// @see "LLVM 23, offload/libomptarget/interface.cpp, upgradeKernelArgs"
public record KernelArgumentsReader(HostMemory host, String source) {

    private static final String STRUCTURE = "KernelArgsTy";

    public KernelArguments read(long address) {
        long version = Integer.toUnsignedLong(host.i32(address, STRUCTURE));
        if (version == 0) {
            throw new OffloadException(
                    source,
                    address,
                    RuntimeRule.LAUNCH_ARGUMENTS,
                    "KernelArgsTy is of version 0 when 1 is the first");
        }
        return KernelArguments.parse(
                host.view(address, KernelArguments.size(version), STRUCTURE), 0);
    }
}
