package org.offloadtck.checks.suppression;

import java.util.List;
import java.util.Set;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.KernelFaultException.BarrierWait;

/// A known defect of a toolchain that ends a kernel by a fault. The fault is reported, and the
/// defect explains it. All conditions must hold.
///
/// @param id unique in its file
/// @param deviation the deviation that documents the defect, with its evidence; empty if none does
/// @param releases of the toolchain with the defect
/// @param kinds of faults
/// @param kernel the kernel has this name
/// @param waits each thread waits as one of these says, and at least one thread as each; any fault
///   if empty
/// @param defect what the toolchain does, as a sentence without its full stop
public record KnownFault(
        String id,
        String deviation,
        ReleaseRange releases,
        Set<FaultKind> kinds,
        NamePattern kernel,
        List<Wait> waits,
        String defect) {

    /// A condition on a barrier at which threads wait.
    ///
    /// @param barrier its number
    /// @param before a shared variable that a path to it names last
    /// @param after a shared variable that a path from it names first
    public record Wait(int barrier, NamePattern before, NamePattern after) {

        /// Stands for no variable: no identifier of PTX (PTX ISA §4.4).
        private static final String NONE = "-";

        private boolean matches(BarrierWait wait) {
            return wait.barrier() == barrier
                    && matches(before, wait.before())
                    && matches(after, wait.after());
        }

        private static boolean matches(NamePattern pattern, Set<String> variables) {
            return variables.isEmpty()
                    ? pattern.matches(NONE)
                    : variables.stream().anyMatch(pattern::matches);
        }
    }

    public KnownFault {
        kinds = Set.copyOf(kinds);
        waits = List.copyOf(waits);
    }

    /// The defect for people: `known defect D22: LLVM's device runtime lets …`.
    public String text() {
        return "known defect %s: %s".formatted(deviation.isEmpty() ? id : deviation, defect);
    }

    boolean explains(KernelFaultException fault) {
        return kinds.contains(fault.kind())
                && kernel.matches(fault.thread().kernel())
                && waits.stream().allMatch(wait -> fault.waits().stream().anyMatch(wait::matches))
                && fault.waits().stream().allMatch(this::has);
    }

    private boolean has(BarrierWait wait) {
        return waits.isEmpty() || waits.stream().anyMatch(each -> each.matches(wait));
    }
}
