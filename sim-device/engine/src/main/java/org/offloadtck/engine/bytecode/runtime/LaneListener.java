package org.offloadtck.engine.bytecode.runtime;

/// Admits and receives what an instrumented region executes.
public interface LaneListener {

    /// Receives nothing.
    LaneListener NONE =
            new LaneListener() {

                @Override
                public boolean entersBlock(int block) {
                    return true;
                }

                @Override
                public boolean admitsAccess(int programCounter, long address) {
                    return true;
                }

                @Override
                public void accessed(int programCounter, long address) {}

                @Override
                public void executedPath(int path) {}
            };

    /// The lane is about to execute a block of the region.
    ///
    /// @param block index of its path, from its leader to its end
    /// @return whether it may; if not, the region ends there
    boolean entersBlock(int block);

    /// The lane is about to access memory.
    ///
    /// @param address in the flat address space
    /// @return whether it may; if not, the region ends there
    boolean admitsAccess(int programCounter, long address);

    /// The lane has made an access that was admitted.
    void accessed(int programCounter, long address);

    /// The lane has executed a path of the region, by its index.
    void executedPath(int path);
}
