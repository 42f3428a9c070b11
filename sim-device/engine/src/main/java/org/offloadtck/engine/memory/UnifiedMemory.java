package org.offloadtck.engine.memory;

import java.util.OptionalLong;

/// The memory of the host process that kernels access by its addresses: unified shared memory.
///
/// Copies go to and from places in this process ([NativeBytes]). Many threads call the methods at
/// once.
public interface UnifiedMemory {

    /// The memory of a host process whose addresses kernels cannot use.
    UnifiedMemory NONE =
            new UnifiedMemory() {

                @Override
                public boolean isAvailable() {
                    return false;
                }

                @Override
                public boolean read(long address, long place, int bytes) {
                    return false;
                }

                @Override
                public boolean write(long address, long place, int bytes) {
                    return false;
                }

                @Override
                public boolean isWritable(long address) {
                    return false;
                }

                @Override
                public boolean hasEnded() {
                    return false;
                }

                @Override
                public OptionalLong compareAndExchange(
                        long address, int bytes, long expected, long next) {
                    return OptionalLong.empty();
                }

                @Override
                public String describe(long address) {
                    return "a host address that is not mapped or a wild pointer";
                }
            };

    /// Whether kernels can access all memory of the process.
    boolean isAvailable();

    /// Copies `bytes` bytes from `address` of the process to `place`.
    ///
    /// @return false if the process has no such memory or may not read it
    boolean read(long address, long place, int bytes);

    /// Copies `bytes` bytes from `place` to `address` of the process.
    ///
    /// @return false if the process has no such memory or may not write it
    boolean write(long address, long place, int bytes);

    /// Whether the process may write the byte at `address`.
    boolean isWritable(long address);

    /// Whether the process has ended, so that it has no memory any more.
    boolean hasEnded();

    /// Stores the low `bytes` bytes of `next`, 1, 2, 4 or 8, if memory contains `expected`,
    /// atomically for all threads of the process. `address` is a multiple of `bytes`.
    ///
    /// @return what memory contained; empty if the process may not write there
    OptionalLong compareAndExchange(long address, int bytes, long expected, long next);

    /// Describes an address that is neither device memory nor accessible in the process, with the
    /// nearest memory of the process.
    String describe(long address);
}
