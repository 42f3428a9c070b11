package org.offloadtck.object.profile.compilation;

/// The containers of a packager that hold the strings of an image; their hash functions and sizes
/// determine the order in which it writes the strings.
///
/// Sources: LLVM 15 to 22, `clang/tools/clang-offload-packager/ClangOffloadPackager.cpp`,
/// `getImageArguments`, and `llvm/include/llvm/Object/OffloadBinary.h`, `OffloadingImage`;
/// executed: the packagers of 15.0.6, 16.0.6, 19.1.7 and 22.1.8 with 60 random sets of up to 64
/// keys each.
public enum StringContainer {
    /// The arguments are in a `StringMap`, the strings in another.
    STRING_MAPS,
    /// The arguments are in a `DenseMap`, the strings in a `StringMap`.
    DENSE_AND_STRING_MAP,
    /// The arguments are in a `DenseMap`, the strings in a container that keeps their order.
    DENSE_MAP,
    /// The order of `fat-object.string-order`; other keys follow as given.
    LISTED
}
