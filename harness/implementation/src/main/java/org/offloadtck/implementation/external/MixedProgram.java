package org.offloadtck.implementation.external;

import java.util.Locale;

/// A program whose units are compiled and linked by several toolchains.
///
/// @param source its first unit is compiled by `first`, its other units by `others`
/// @param linker the toolchain that links, relocatably too
public record MixedProgram(
        SourceProgram source,
        ToolchainLookup.Found first,
        ToolchainLookup.Found others,
        Form form,
        ToolchainLookup.Found linker) {

    /// How the units are linked.
    public enum Form {
        /// All as objects.
        OBJECTS,
        /// All but the first from a static library.
        ARCHIVE,
        /// All as one object, of a relocatable link with the device code.
        PRODUCT;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The name of the program's file.
    String file() {
        return "%s-%s-%s-%s-%s"
                .formatted(
                        source.id(),
                        first.toolchain().id(),
                        others.toolchain().id(),
                        form.word(),
                        linker.toolchain().id());
    }
}
