package org.offloadtck.object.profile.link;

/// The names of wrapper objects that are kept or passed to the host linker.
public enum WrapperNaming {
    /// `<output>.image.wrapper.o`, for every programming model.
    SHARED,
    /// `<output>.<kind>.image.wrapper.o`.
    BY_KIND
}
