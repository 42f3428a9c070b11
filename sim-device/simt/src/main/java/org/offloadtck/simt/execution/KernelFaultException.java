package org.offloadtck.simt.execution;

import org.offloadtck.ptx.ir.Span;

/// Signals that a kernel faulted: `a.ptx:12:5: kernel_a CTA (0, 0, 0) thread (3, 0, 0): store of 4
/// bytes at 0x…: …`. Memory is as the kernel left it.
public final class KernelFaultException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final FaultKind kind;
    private final transient Culprit culprit;
    private final transient Location location;

    /// Who faulted.
    ///
    /// @param cta position in the grid
    /// @param thread position in the CTA
    public record Culprit(String kernel, Extent cta, Extent thread) {

        @Override
        public String toString() {
            return "%s CTA %s thread %s".formatted(kernel, cta, thread);
        }
    }

    /// Where in the PTX text.
    public record Location(String source, Span span) {

        @Override
        public String toString() {
            return source + ":" + span;
        }
    }

    KernelFaultException(FaultKind kind, Culprit culprit, Location location, String problem) {
        super("%s: %s: %s".formatted(location, culprit, problem));
        this.kind = kind;
        this.culprit = culprit;
        this.location = location;
    }

    public FaultKind kind() {
        return kind;
    }

    public Culprit culprit() {
        return culprit;
    }

    public Location location() {
        return location;
    }
}
