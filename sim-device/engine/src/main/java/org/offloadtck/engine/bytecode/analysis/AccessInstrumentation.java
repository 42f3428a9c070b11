package org.offloadtck.engine.bytecode.analysis;

import org.offloadtck.engine.bytecode.runtime.AccessTrace;

/// Who is told of what compiled code does.
public enum AccessInstrumentation {
    NONE,
    /// Whoever the workspace has for an [AccessTrace.Listener]: of every access. Code that it could
    /// not be told of is not compiled.
    ACCESSES
}
