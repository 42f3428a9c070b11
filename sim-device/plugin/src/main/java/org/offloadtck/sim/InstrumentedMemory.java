package org.offloadtck.sim;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.launch.InstrumentationOptions;
import org.offloadtck.launch.LaunchInstrumentation;

/// The memory of one or more simulated devices, the instrumentation of the launches on it, and the
/// findings that no operation has reported yet.
///
/// Thread-safe: its monitor guards the findings and the number of open devices.
final class InstrumentedMemory {

    private final GlobalMemory memory;
    private final LaunchInstrumentation instrumentation;
    private final List<KernelFinding> pending = new ArrayList<>();
    private int openDevices;

    /// @param memory without any allocation so far
    InstrumentedMemory(GlobalMemory memory, InstrumentationOptions options) {
        this.memory = memory;
        this.instrumentation = new LaunchInstrumentation(memory, options, this::add);
    }

    GlobalMemory memory() {
        return memory;
    }

    LaunchInstrumentation instrumentation() {
        return instrumentation;
    }

    synchronized void deviceOpened() {
        openDevices++;
    }

    /// Called before the memory is released. The last device finds the blocks of `malloc` that no
    /// kernel of any device has freed.
    synchronized void deviceClosed() {
        openDevices--;
        if (openDevices == 0) {
            instrumentation.reportLeaks();
        }
    }

    private synchronized void add(KernelFinding finding) {
        pending.add(finding);
    }

    /// The findings since the previous call.
    synchronized List<KernelFinding> takeFindings() {
        var taken = List.copyOf(pending);
        pending.clear();
        return taken;
    }
}
