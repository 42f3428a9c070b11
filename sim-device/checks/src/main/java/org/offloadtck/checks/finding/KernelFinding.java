package org.offloadtck.checks.finding;

import java.util.List;
import java.util.Optional;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;

/// A defect of device code that a detector found. [FindingFormatter] writes it as text.
///
/// @param defect what is wrong
/// @param sites the instructions that take part, the reporting thread first; of a copy to the host
///   the load that brought the value into a register, if there is one
public record KernelFinding(Defect defect, List<Site> sites) {

    /// Kinds of findings. Reports write these words in lower case with hyphens.
    public enum Kind {
        /// A value that was never written decides control flow, an address, or reaches the host.
        UNINITIALISED,
        /// A data race.
        RACE,
        /// Threads of a warp reach an aligned barrier from different instructions.
        BARRIER_DIVERGENCE,
        /// Warps of a CTA come to a barrier in different numbers.
        MISSED_BARRIER,
        /// Device memory that a kernel allocated and never freed.
        LEAK,
        /// An access to the heap of `malloc` outside its blocks.
        OUT_OF_BOUNDS,
        /// An access to a block of `malloc` that was freed.
        USE_AFTER_FREE,
        /// A call of the CUDA device runtime that failed, or that passes a child kernel a pointer
        /// which it cannot use.
        DEVICE_API_ERROR
    }

    /// An instruction that takes part in a finding.
    ///
    /// @param action what the thread did there
    /// @param function the PTX function that the instruction is in; empty if it is not known
    /// @param kernelVariables names of the module's variables that begin with the name of the
    ///   kernel, without it
    public record Site(
            ThreadAction action,
            FaultingThread thread,
            CodeLocation location,
            String function,
            List<String> kernelVariables) {

        public Site {
            kernelVariables = List.copyOf(kernelVariables);
        }

        /// A site in a function that is not known, in a module without variables of the kernel.
        public Site(ThreadAction action, FaultingThread thread, CodeLocation location) {
            this(action, thread, location, "", List.of());
        }

        /// The function that the instruction is in, if it is known and not the kernel itself.
        public Optional<String> calledFunction() {
            return Optional.of(function)
                    .filter(name -> !name.isEmpty() && !name.equals(thread.kernel()));
        }
    }

    public KernelFinding {
        sites = List.copyOf(sites);
    }

    public Kind kind() {
        return defect.kind();
    }

    /// The finding on one line, as [FindingFormatter#line] writes it.
    @Override
    public String toString() {
        return FindingFormatter.line(this);
    }
}
