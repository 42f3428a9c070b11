package org.offloadtck.runtime.argument;

import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// Calls the mapper functions of a program. Only the program can execute them.
@FunctionalInterface
public interface MapperFunctions {

    /// Rejects every call, for programs whose mapper functions cannot be called.
    MapperFunctions NONE =
            (function, _) -> {
                throw new OffloadException(
                        "host memory",
                        function,
                        RuntimeRule.MAP_ARGUMENT,
                        "the mapper is 0x%x when this runtime cannot call user-defined mappers"
                                .formatted(function));
            };

    /// The components that the mapper function at `function` pushes for `argument`.
    MapperComponents call(long function, MapArgument argument);
}
