package org.offloadtck.checks.finding;

import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;

/// Something wrong with device code, as people and programs read it: `a.ptx:12:5 (a.cpp:7):
/// kernel_a CTA (0, 0, 0) thread (3, 0, 0): store of 4 bytes at 0x… in 'x' …; load: a.ptx:…`.
///
/// @param problem what is wrong: what was done, where in memory, and why it must not be
/// @param sites who did it and where, then the others that had part in it; none when it was the
///   host's doing
public record KernelFinding(Kind kind, String problem, List<Site> sites) {

    /// Kinds of findings.
    public enum Kind {
        /// The kernel stopped: [org.offloadtck.engine.launch.FaultKind].
        FAULT,
        UNINITIALISED,
        RACE,
        BARRIER_DIVERGENCE,
        LEAK
    }

    /// Who did something, and where in the code.
    ///
    /// @param part what it had in the matter: `store of 4 bytes`
    public record Site(String part, FaultingThread culprit, CodeLocation location) {

        @Override
        public String toString() {
            return "%s: %s: %s".formatted(location, culprit, part);
        }
    }

    public KernelFinding {
        sites = List.copyOf(sites);
    }

    /// What stopped a kernel, as a finding.
    public static KernelFinding of(KernelFaultException fault) {
        var site = new Site("fault", fault.thread(), fault.location());
        return new KernelFinding(Kind.FAULT, fault.problem(), List.of(site));
    }

    @Override
    public String toString() {
        if (sites.isEmpty()) {
            return problem;
        }
        var first = sites.getFirst();
        var others = sites.stream().skip(1).map(site -> "; " + site).collect(Collectors.joining());
        return "%s: %s: %s%s".formatted(first.location(), first.culprit(), problem, others);
    }
}
