package org.offloadtck.engine.analysis;

/// Whether what a kernel does can depend on the order in which its CTAs run.
public sealed interface CtaOrderDependence {

    /// No CTA can learn of another while both run, by any instruction the kernel can reach, but by
    /// a data race, whose outcome PTX leaves open (PTX ISA §8.7, *Axioms*), and by the addresses
    /// that `malloc` gives: a launch lets a CTA at the heap only when those before it have ended.
    record Independent() implements CtaOrderDependence {

        @Override
        public String toString() {
            return "the order of CTAs does not matter";
        }
    }

    /// It may depend on it.
    ///
    /// @param reason `a.ptx:12:5: atom.global.add.u32: another CTA's turn shows in its result`
    record Dependent(String reason) implements CtaOrderDependence {

        @Override
        public String toString() {
            return reason;
        }
    }
}
