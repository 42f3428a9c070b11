package org.offloadtck.engine.launch;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.DebugLocation;
import org.offloadtck.ptx.ir.DebugLocation.SourceLine;

/// Signals a fault of a kernel: `a.ptx:12:5 (a.cpp:7): kernel_a CTA (0, 0, 0) thread (3, 0, 0):
/// store of 4 bytes at 0x…: …`. Memory is as the kernel left it.
public final class KernelFaultException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final FaultKind kind;
    private final String problem;
    private final transient FaultingThread thread;
    private final transient CodeLocation location;
    private final transient LaunchOutcome partialOutcome;
    private final transient List<BarrierWait> waits;

    /// The thread that faulted.
    ///
    /// @param cta position in the grid
    /// @param thread position in the CTA
    public record FaultingThread(String kernel, Extent3D cta, Extent3D thread) {

        @Override
        public String toString() {
            return "%s CTA %s thread %s".formatted(kernel, cta, thread);
        }
    }

    /// A location in the PTX text, and the source line that it was compiled from.
    public record CodeLocation(String source, TextSpan span, DebugLocation origin) {

        /// The source line, if the PTX has debug locations.
        public Optional<SourceLine> line() {
            return origin instanceof SourceLine line && line.line() > 0
                    ? Optional.of(line)
                    : Optional.empty();
        }

        @Override
        public String toString() {
            return source + ":" + span + line().map(CodeLocation::describe).orElse("");
        }

        private static String describe(SourceLine line) {
            var text = new StringBuilder(" (" + line.file() + ":" + line.line());
            for (var call : line.inlined()) {
                text.append(", inlined at ").append(call.file()).append(':').append(call.line());
            }
            return text.append(')').toString();
        }
    }

    /// A barrier at which threads of a deadlock wait, identified by the code around it up to calls
    /// and other barriers.
    ///
    /// @param barrier its number
    /// @param before the shared variables that paths to it name last
    /// @param after the shared variables that paths from it name first
    public record BarrierWait(int barrier, Set<String> before, Set<String> after) {

        public BarrierWait {
            before = Set.copyOf(before);
            after = Set.copyOf(after);
        }
    }

    public KernelFaultException(
            LaneFault fault, FaultingThread culprit, CodeLocation location, LaunchOutcome soFar) {
        super("%s: %s: %s".formatted(location, culprit, fault.problem()));
        this.kind = fault.kind();
        this.problem = fault.problem();
        this.thread = culprit;
        this.location = location;
        this.partialOutcome = soFar;
        this.waits = fault.waits();
    }

    public FaultKind kind() {
        return kind;
    }

    /// The fault without the thread and the location.
    public String problem() {
        return problem;
    }

    public FaultingThread thread() {
        return thread;
    }

    public CodeLocation location() {
        return location;
    }

    /// The different waits of a deadlock; empty for another fault, and if a thread does not wait at
    /// a barrier.
    public List<BarrierWait> waits() {
        return waits;
    }

    /// Counters and output of the launch up to the fault.
    public LaunchOutcome partialOutcome() {
        return partialOutcome;
    }
}
