package org.offloadtck.simt.bytecode;

/// Who is told of what compiled code does.
enum Audience {
    NOBODY,
    /// Whoever the workspace has for an [AccessTrace.Listener]: of every access. Code that it could
    /// not be told of is not compiled.
    LISTENER
}
