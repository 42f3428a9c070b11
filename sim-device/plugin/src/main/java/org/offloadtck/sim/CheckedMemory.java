package org.offloadtck.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.offloadtck.simt.check.Check;
import org.offloadtck.simt.check.FaultDetector;
import org.offloadtck.simt.check.Finding;
import org.offloadtck.simt.memory.GlobalMemory;

/// The memory of simulated devices, with whoever looks for faults of what runs on it.
///
/// Thread-safe: its monitor guards what was found.
public final class CheckedMemory {

    private final GlobalMemory memory;
    private final FaultDetector detector;
    private final List<Finding> findings = new ArrayList<>();
    private final Timed timed;

    /// What is looked for in launches that are timed, which take longer already.
    public enum Timed {
        CHECKED,
        UNCHECKED
    }

    /// @param memory without any allocation so far
    /// @param checks what to look for
    public CheckedMemory(GlobalMemory memory, Set<Check> checks, Timed timed) {
        this.memory = memory;
        this.timed = timed;
        this.detector = new FaultDetector(memory, checks, this::found);
    }

    public GlobalMemory memory() {
        return memory;
    }

    FaultDetector detector() {
        return detector;
    }

    Timed timed() {
        return timed;
    }

    private synchronized void found(Finding finding) {
        findings.add(finding);
    }

    /// What was found since the last call of this.
    synchronized List<Finding> take() {
        var taken = List.copyOf(findings);
        findings.clear();
        return taken;
    }
}
