package org.offloadtck.linker.input;

/// The rule that a link breaks. Scenarios assert the rule; [LinkDiagnostic#toString()] is the
/// message for users.
public enum LinkRule {
    /// Every input is in a format that a linker reads.
    INPUT,
    /// Every strong reference has a definition.
    UNDEFINED_SYMBOL,
    /// A name has one strong definition.
    DUPLICATE_SYMBOL,
    /// Every relocation has a known type and a place inside its section.
    RELOCATION,
    /// Every relocated value fits its field.
    RANGE,
    /// No section in the output refers to a discarded section.
    DISCARDED_SECTION,
    /// The output fits the small code model, whose code and data lie within 2 GiB.
    SIZE,
    /// The command line is one of `clang-linker-wrapper`.
    ARGUMENT,
    /// Every library of the line is found.
    LIBRARY,
    /// An LLVM that links and compiles bitcode is installed, if an image is bitcode.
    BITCODE,
    /// The device images of every file reach the link.
    LEFT_OUT,
    /// An image is linked once.
    TAKEN_TWICE,
    /// An image is linked for one target.
    SEVERAL_TARGETS,
    /// Every target that has images has a device linker.
    DEVICE_LINKER,
    /// The profile wraps the programming model of every device image.
    OFFLOAD_KIND,
    /// Every section of offload entries belongs to a registered descriptor.
    UNCOVERED_ENTRIES,
    /// Offload entries have the layout that the runtime reads.
    ENTRY_LAYOUT,
    /// A device image defines every name of the program's entries.
    MISSING_ENTRY,
    /// Every image is for a target of the link.
    DROPPED_TARGET,
    /// Every target of the link has an image.
    ABSENT_TARGET,
    /// A host object refers to no device target.
    TARGET_REFERENCE,
    /// A device image is linked and registered once.
    LINKED_TWICE,
    /// The system's linker exists and accepts its inputs.
    SYSTEM_LINKER
}
