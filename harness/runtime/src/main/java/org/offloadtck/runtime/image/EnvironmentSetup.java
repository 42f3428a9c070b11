package org.offloadtck.runtime.image;

/// What became of an image's device environment when it was loaded.
public sealed interface EnvironmentSetup {

    /// It was written.
    record Written(int bytes) implements EnvironmentSetup {}

    /// The image has none: no device runtime was linked in that needs it.
    record Absent() implements EnvironmentSetup {}

    /// The image's is of another size than the profile's; like libomptarget, the runtime leaves it
    /// alone.
    ///
    /// @param bytes the image's
    /// @param expected the profile's
    record OtherSize(long bytes, int expected) implements EnvironmentSetup {}
}
