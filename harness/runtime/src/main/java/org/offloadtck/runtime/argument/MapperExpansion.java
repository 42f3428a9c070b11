package org.offloadtck.runtime.argument;

import java.util.List;

/// Whether the components of a user-defined mapper replace a map argument.
///
/// Requirement: DM-11.
public sealed interface MapperExpansion {

    /// The argument is mapped as it is.
    record None() implements MapperExpansion {}

    /// The components replace the argument, as a construct of their own: member indices count among
    /// them.
    ///
    /// @param components in the order in which the mapper pushed them; none has a mapper, since a
    ///   mapper calls the mappers of members itself
    record ByMapper(List<MapArgument> components) implements MapperExpansion {
        public ByMapper {
            components = List.copyOf(components);
            if (!components.stream().allMatch(one -> one.expansion() instanceof None)) {
                throw new IllegalArgumentException("a component has a mapper of its own");
            }
        }
    }
}
