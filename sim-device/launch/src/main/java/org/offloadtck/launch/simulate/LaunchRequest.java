package org.offloadtck.launch.simulate;

import java.util.List;

/// A launch as somebody writes it.
///
/// @param kernel its name in the PTX, or the function's where the PTX has that mangled; empty for
///   the only one there is
/// @param grid CTAs: `X`, `X,Y` or `X,Y,Z`
/// @param block threads of a CTA, likewise
/// @param sharedBytes dynamic shared memory
/// @param arguments as `README.md` says, one for each parameter
/// @param outputs names of buffers whose contents are wanted afterwards
public record LaunchRequest(
        String kernel,
        String grid,
        String block,
        long sharedBytes,
        List<String> arguments,
        List<String> outputs) {

    public LaunchRequest {
        arguments = List.copyOf(arguments);
        outputs = List.copyOf(outputs);
    }
}
