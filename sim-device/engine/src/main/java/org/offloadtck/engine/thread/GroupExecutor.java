package org.offloadtck.engine.thread;

/// Executes instructions of a lane group; the interpreter implements it.
public interface GroupExecutor {

    /// Executes the instructions of a group until one of these:
    ///
    /// - the group waits or its threads exit;
    /// - the group is no longer the only one after a call or return;
    /// - the group reaches or passes the instruction `stop`;
    /// - the group takes a branch after `budget` instructions.
    ///
    /// @return instructions issued
    long run(Warp warp, LaneGroup group, int stop, long budget);
}
