package org.offloadtck.runtime.argument;

import java.util.List;

/// Whether a user-defined mapper takes the place of a map argument.
public sealed interface MapperExpansion {

    /// The argument is mapped as it is.
    record None() implements MapperExpansion {}

    /// The components are mapped in its place, as a construct of their own: what they are members
    /// of is counted among them.
    ///
    /// @param components in the order in which the mapper pushed them; none of them has a mapper,
    ///   since a mapper calls the mappers of members itself
    record ByMapper(List<MapArgument> components) implements MapperExpansion {
        public ByMapper {
            components = List.copyOf(components);
            if (!components.stream().allMatch(one -> one.expansion() instanceof None)) {
                throw new IllegalArgumentException("a component has a mapper of its own");
            }
        }
    }
}
