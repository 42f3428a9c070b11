package org.offloadtck.runtime.image;

import java.util.List;
import org.offloadtck.plugin.DeviceMemory;

/// What became of an image's device environment when it was loaded. Owns what the environment
/// points to.
public sealed interface WrittenEnvironment extends AutoCloseable {

    /// It was written.
    ///
    /// @param tables of indirect functions, in device memory; none or one
    record Written(int bytes, List<DeviceMemory> tables) implements WrittenEnvironment {
        public Written {
            tables = List.copyOf(tables);
        }

        @Override
        public void close() {
            tables.forEach(DeviceMemory::close);
        }
    }

    /// The image has none: no device runtime was linked in that needs it.
    record Absent() implements WrittenEnvironment {}

    /// The image's is of another size than the profile's; like libomptarget, the runtime leaves it
    /// alone.
    ///
    /// @param bytes the image's
    /// @param expected the profile's
    record OtherSize(long bytes, int expected) implements WrittenEnvironment {}

    @Override
    default void close() {}
}
