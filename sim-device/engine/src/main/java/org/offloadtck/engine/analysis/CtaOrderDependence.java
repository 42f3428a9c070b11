package org.offloadtck.engine.analysis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;

/// Whether the result of a kernel can depend on the order in which its CTAs run.
public sealed interface CtaOrderDependence {

    /// The result for a kernel of a program, computed on first use.
    static CtaOrderDependence of(LoadedProgram program, DecodedFunction kernel) {
        return program.analysis(Results.class, _ -> new Results(new ConcurrentHashMap<>()))
                .byEntry()
                .computeIfAbsent(kernel.entry(), _ -> CtaOrderAnalysis.of(program, kernel));
    }

    /// The results for the kernels of a program, by entry.
    record Results(Map<Integer, CtaOrderDependence> byEntry) {}

    /// No instruction that the kernel can reach lets a CTA observe another CTA that runs at the
    /// same time. Two exceptions do not matter: a data race, whose outcome PTX leaves open (PTX ISA
    /// §8.7, *Axioms*), and the addresses that `malloc` returns, since a launch lets a CTA use the
    /// heap only when all CTAs before it have ended.
    record Independent() implements CtaOrderDependence {

        @Override
        public String toString() {
            return "the order of CTAs does not matter";
        }
    }

    /// The result may depend on the order.
    ///
    /// @param reason such as `a.ptx:12:5: atom.global.add.u32: its result depends on other CTAs`
    record Dependent(String reason) implements CtaOrderDependence {

        @Override
        public String toString() {
            return reason;
        }
    }
}
