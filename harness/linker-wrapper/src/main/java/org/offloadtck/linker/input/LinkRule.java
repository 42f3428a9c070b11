package org.offloadtck.linker.input;

/// The rule a link breaks. Scenarios name it; people read [LinkDiagnostic#toString()] instead.
public enum LinkRule {
    /// Every input is a file a linker reads.
    INPUT,
    /// Every strong reference has a definition.
    UNDEFINED_SYMBOL,
    /// A name has one strong definition.
    DUPLICATE_SYMBOL,
    /// Every relocation is of a type this linker knows, for a place inside its section.
    RELOCATION,
    /// Every relocated value fits the field it is written to.
    RANGE,
    /// Nothing that is kept refers to a section that was dropped.
    DISCARDED_SECTION,
    /// The output fits the small code model, whose code and data lie within 2 GiB.
    SIZE,
    /// The command line is one of a linker wrapper.
    ARGUMENT,
    /// Every library that is asked for is found.
    LIBRARY,
    /// Bitcode has an LLVM on the machine that links and compiles it.
    BITCODE,
    /// Device images reach the link, of whatever file.
    LEFT_OUT,
    /// An image is linked once.
    TAKEN_TWICE,
    /// An image is linked for one target.
    SEVERAL_TARGETS,
    /// Every target that has images has a device linker.
    DEVICE_LINKER,
    /// Device images are of one programming model, of those the profile wraps.
    OFFLOAD_KIND,
    /// Every section of offload entries belongs to a descriptor that is registered.
    UNCOVERED_ENTRIES,
    /// Offload entries have the layout the runtime reads.
    ENTRY_LAYOUT,
    /// A device image has everything that the program's entries name.
    MISSING_ENTRY,
    /// An image is for a target the link is for.
    DROPPED_TARGET,
    /// A target the link is for has an image.
    ABSENT_TARGET,
    /// A host object names no device target.
    TARGET_REFERENCE,
    /// A device image is linked and registered once.
    LINKED_TWICE,
    /// The system's linker exists and accepts what it is given.
    SYSTEM_LINKER
}
