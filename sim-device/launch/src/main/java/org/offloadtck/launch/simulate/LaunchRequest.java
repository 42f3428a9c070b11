package org.offloadtck.launch.simulate;

import java.util.List;
import org.offloadtck.engine.thread.Extent3D;

/// A launch to simulate.
///
/// @param grid CTAs, each dimension positive
/// @param block threads of a CTA, each dimension positive
/// @param sharedBytes dynamic shared memory of a CTA
/// @param arguments one for each parameter of the kernel, in order
/// @param outputs names of the buffers that the caller reads after the launch
public record LaunchRequest(
        KernelSelection kernel,
        Extent3D grid,
        Extent3D block,
        long sharedBytes,
        List<KernelArgument> arguments,
        List<String> outputs) {

    public LaunchRequest {
        arguments = List.copyOf(arguments);
        outputs = List.copyOf(outputs);
    }

    /// The kernel to launch.
    public sealed interface KernelSelection {

        /// The only kernel of the program.
        enum Only implements KernelSelection {
            ONLY
        }

        /// The kernel of that name: the symbol, or the name of the function whose mangled name the
        /// symbol is.
        record Named(String name) implements KernelSelection {}
    }
}
