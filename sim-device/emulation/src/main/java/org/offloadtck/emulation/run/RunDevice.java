package org.offloadtck.emulation.run;

/// The device that a launch of a run executed on.
public sealed interface RunDevice {

    /// The number of the device in its process, from 0.
    int ordinal();

    /// A simulated GPU, with the specification of the run's options.
    record Simulated(int ordinal) implements RunDevice {}

    /// A device of another platform, which the reference runtime uses through its plugin.
    ///
    /// @param id plugin and index, `cuda:0`
    /// @param name of the product, `NVIDIA H200`
    record Installed(int ordinal, String id, String name) implements RunDevice {

        @Override
        public String toString() {
            return "%s (%s)".formatted(name, id);
        }
    }
}
