package org.offloadtck.runtime.argument;

import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// Calls the user-defined mappers of a program, whose code only the program can run.
@FunctionalInterface
public interface MapperFunctions {

    /// Calls none: for programs whose mappers cannot be called from here.
    MapperFunctions NONE =
            (function, _) -> {
                throw new OffloadException(
                        "host memory",
                        function,
                        RuntimeRule.MAP_ARGUMENT,
                        "the mapper is 0x%x when user-defined mappers are not called here"
                                .formatted(function));
            };

    /// What the mapper function at `function` pushes for `argument`.
    MapperComponents call(long function, MapArgument argument);
}
