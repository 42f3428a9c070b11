package org.offloadtck.runtime.task;

/// A construct with `nowait`. Other tasks may run between its start and its end.
public interface Task {

    /// Starts the construct.
    void start();

    /// Waits until the construct is complete.
    void finish();
}
