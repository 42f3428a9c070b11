package org.offloadtck.emulation.run;

import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;

/// Something wrong with the program that ran.
public sealed interface RunFinding {

    ClientProcess process();

    /// Device code that faulted.
    ///
    /// @param device ordinal of the device, from 0
    /// @param culprit kernel, CTA and thread
    /// @param location in the PTX, and in the source if the compiler said where that is
    /// @param problem what it did
    record Fault(
            ClientProcess process,
            int device,
            FaultKind kind,
            KernelFaultException.FaultingThread culprit,
            KernelFaultException.CodeLocation location,
            String problem)
            implements RunFinding {

        public static Fault of(ClientProcess process, int device, KernelFaultException fault) {
            return new Fault(
                    process,
                    device,
                    fault.kind(),
                    fault.thread(),
                    fault.location(),
                    fault.problem());
        }
    }

    /// What a check found in device code that ran on, or in what it left to the host.
    record Detected(ClientProcess process, org.offloadtck.checks.finding.KernelFinding detected)
            implements RunFinding {}

    /// Device memory that was still allocated when its process ended.
    ///
    /// @param device ordinal of the device, from 0
    /// @param allocation who allocated it, as the driver named it
    /// @param bytes as asked for
    record Leak(ClientProcess process, int device, String allocation, long bytes)
            implements RunFinding {}

    /// A driver call with a handle or an address that is none, or a range that is not allocated
    /// whole.
    ///
    /// @param call the function, as `cuMemcpyHtoD_v2`
    /// @param problem which argument it was, and what is wrong with it
    record BadArgument(ClientProcess process, String call, String problem) implements RunFinding {}

    /// A rule of the offload runtime's interface that a program broke under the reference runtime.
    ///
    /// @param site the construct, `a.c:12:3 (main)`, or the function that was called
    /// @param address the host address at fault
    /// @param problem what is, when it should be what
    /// @param requirement the id of what is demanded
    record Violation(
            ClientProcess process, String site, long address, String problem, String requirement)
            implements RunFinding {}
}
