package org.offloadtck.runtime.image;

import java.util.List;
import org.offloadtck.plugin.DeviceMemory;

/// The outcome of writing an image's device environment. Owns the device memory that the
/// environment points to.
///
/// Requirement: KL-18.
public sealed interface WrittenEnvironment extends AutoCloseable {

    /// The environment was written.
    ///
    /// @param tables the tables of indirect functions in device memory; at most one
    record Written(int bytes, List<DeviceMemory> tables) implements WrittenEnvironment {
        public Written {
            tables = List.copyOf(tables);
        }

        @Override
        public void close() {
            tables.forEach(DeviceMemory::close);
        }
    }

    /// The image has no environment: no device runtime that needs one was linked.
    record Absent() implements WrittenEnvironment {}

    /// The image's environment has another size than the profile's. The runtime does not write it,
    /// like libomptarget.
    ///
    /// @param bytes size of the image's environment
    /// @param expected size of the profile's environment
    record OtherSize(long bytes, int expected) implements WrittenEnvironment {}

    @Override
    default void close() {}
}
