package org.offloadtck.simt.execution;

import java.util.Optional;
import org.offloadtck.ptx.ir.Origin;
import org.offloadtck.ptx.ir.Origin.SourceLine;
import org.offloadtck.ptx.ir.Span;

/// Signals that a kernel faulted: `a.ptx:12:5 (a.cpp:7): kernel_a CTA (0, 0, 0) thread (3, 0, 0):
/// store of 4 bytes at 0x…: …`. Memory is as the kernel left it.
public final class KernelFaultException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final FaultKind kind;
    private final String problem;
    private final transient Culprit culprit;
    private final transient Location location;
    private final transient LaunchResult soFar;

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

    /// Where in the PTX text, and what that was compiled from.
    public record Location(String source, Span span, Origin origin) {

        /// The line of the program, when the PTX tells.
        public Optional<SourceLine> line() {
            return origin instanceof SourceLine line && line.line() > 0
                    ? Optional.of(line)
                    : Optional.empty();
        }

        @Override
        public String toString() {
            return source + ":" + span + line().map(Location::describe).orElse("");
        }

        private static String describe(SourceLine line) {
            var text = new StringBuilder(" (" + line.file() + ":" + line.line());
            for (var call : line.inlined()) {
                text.append(", inlined at ").append(call.file()).append(':').append(call.line());
            }
            return text.append(')').toString();
        }
    }

    KernelFaultException(Fault fault, Culprit culprit, Location location, LaunchResult soFar) {
        super("%s: %s: %s".formatted(location, culprit, fault.problem()));
        this.kind = fault.kind();
        this.problem = fault.problem();
        this.culprit = culprit;
        this.location = location;
        this.soFar = soFar;
    }

    public FaultKind kind() {
        return kind;
    }

    /// What the thread did, without who and where.
    public String problem() {
        return problem;
    }

    public Culprit culprit() {
        return culprit;
    }

    public Location location() {
        return location;
    }

    /// What the launch did and printed before the fault.
    public LaunchResult soFar() {
        return soFar;
    }
}
