package org.offloadtck.runtime.task;

/// A construct that is not waited for. Other tasks may run between its two halves.
public interface Task {

    /// Sets off what the construct does.
    void start();

    /// Waits for it.
    void finish();
}
