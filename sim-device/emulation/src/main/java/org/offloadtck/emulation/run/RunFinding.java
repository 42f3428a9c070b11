package org.offloadtck.emulation.run;

import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.checks.suppression.KnownFault;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.emulation.api.DeviceMemoryAccess;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.memory.GlobalMemory;

/// An error in a program of the run.
public sealed interface RunFinding {

    ClientProcess process();

    /// A fault in device code.
    ///
    /// @param device ordinal of the device, from 0
    /// @param culprit kernel, CTA and thread
    /// @param location in the PTX, and in the source if there is line information
    /// @param problem description of the fault
    /// @param causes the known defect that explains it, if there is one
    record Fault(
            ClientProcess process,
            int device,
            FaultKind kind,
            KernelFaultException.FaultingThread culprit,
            KernelFaultException.CodeLocation location,
            String problem,
            List<KnownFault> causes)
            implements RunFinding {

        public Fault {
            causes = List.copyOf(causes);
        }

        /// Describes a fault.
        ///
        /// @param known defects that may explain it
        public static Fault of(
                ClientProcess process, int device, KernelFaultException fault, Suppressions known) {
            return new Fault(
                    process,
                    device,
                    fault.kind(),
                    fault.thread(),
                    fault.location(),
                    fault.problem(),
                    known.explaining(fault).stream().toList());
        }
    }

    /// A finding of a check, after which the kernel continued.
    record Detected(ClientProcess process, org.offloadtck.checks.finding.KernelFinding detected)
            implements RunFinding {}

    /// Memory from the driver or the runtime that the process did not free.
    ///
    /// @param allocation the function that allocated it, or the mapped variable
    /// @param bytes as requested
    /// @param variables names of variables in device memory that pointed to it when their module
    ///   was unloaded
    record Leak(
            ClientProcess process,
            Place place,
            String allocation,
            long bytes,
            List<String> variables)
            implements RunFinding {

        public Leak {
            variables = List.copyOf(variables);
        }

        /// What suppressions know it by: the variables and what allocated it.
        List<String> origins() {
            return Stream.concat(variables.stream(), Stream.of(allocation)).toList();
        }

        /// Where memory is that was not freed.
        public sealed interface Place {

            /// Memory of a device.
            ///
            /// @param ordinal of the device, from 0
            record OnDevice(int ordinal) implements Place {}

            /// Pinned memory of the host.
            record OnHost() implements Place {}

            /// Managed memory, which moves between host and devices.
            record Managed() implements Place {}
        }
    }

    /// An access of the host to memory of a device, which ended the process.
    ///
    /// @param problem the address and what is there
    /// @param frames of the host thread, innermost first: `main in a.out+0x1184`
    record InvalidHostAccess(ClientProcess process, String problem, List<String> frames)
            implements RunFinding {

        public InvalidHostAccess {
            frames = List.copyOf(frames);
        }

        /// Describes an access.
        ///
        /// @param memory that contains the address
        public static InvalidHostAccess of(
                ClientProcess process, DeviceMemoryAccess access, GlobalMemory memory) {
            long address = access.address();
            var place =
                    memory.find(address, 1)
                            .map(block ->
                                    "%d bytes into %s".formatted(address - block.address(), block))
                            .orElseGet(() -> memory.describe(address));
            return new InvalidHostAccess(
                    process,
                    "the host %s device memory at 0x%x, %s"
                            .formatted(access.isWrite() ? "writes" : "reads", address, place),
                    access.frames());
        }
    }

    /// A driver call with an invalid handle, address or range.
    ///
    /// @param call the function, as `cuMemcpyHtoD_v2`
    /// @param problem the argument and the error
    record BadArgument(ClientProcess process, String call, String problem) implements RunFinding {}

    /// A violated rule of the interface of the offload runtime, found by the reference runtime.
    ///
    /// @param site the construct, `a.c:12:3 (main)`, or the called function
    /// @param address the host address of the error
    /// @param problem the actual and the expected value
    /// @param requirement id of the requirement
    record Violation(
            ClientProcess process, String site, long address, String problem, String requirement)
            implements RunFinding {}
}
