package org.offloadtck.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.Sanitizer;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.memory.GlobalMemory;

/// The memory of simulated devices, with whoever looks for faults of what runs on it.
///
/// Thread-safe: its monitor guards what was found.
public final class CheckedMemory {

    private final GlobalMemory memory;
    private final Sanitizer detector;
    private final List<KernelFinding> findings = new ArrayList<>();
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
        this.detector = new Sanitizer(memory, checks, this::found);
    }

    public GlobalMemory memory() {
        return memory;
    }

    Sanitizer detector() {
        return detector;
    }

    Timed timed() {
        return timed;
    }

    private synchronized void found(KernelFinding finding) {
        findings.add(finding);
    }

    /// What was found since the last call of this.
    synchronized List<KernelFinding> takeFindings() {
        var taken = List.copyOf(findings);
        findings.clear();
        return taken;
    }
}
