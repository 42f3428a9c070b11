package org.offloadtck.emulation.api;

import org.offloadtck.engine.memory.GlobalMemory;

/// The ends of what is in use of the parts of a session's arena, in bytes from its start. They
/// never decrease. After each call the client maps the memory below them.
///
/// @param device of the memory of devices
/// @param shared of the memory that host and devices share; at least where this part starts
public record ArenaTop(long device, long shared) {

    /// No arena.
    public static final ArenaTop NONE = new ArenaTop(0, 0);

    public static ArenaTop of(GlobalMemory memory) {
        return new ArenaTop(memory.deviceTop(), memory.sharedTop());
    }
}
