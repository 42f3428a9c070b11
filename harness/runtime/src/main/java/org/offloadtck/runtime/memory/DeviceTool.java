package org.offloadtck.runtime.memory;

/// A tool that is told what happens on one device, in the thread that has it happen.
///
/// @see "OpenMP 5.2, chapter 19, OMPT Interface"
public interface DeviceTool {

    /// Is told nothing.
    DeviceTool NONE =
            new DeviceTool() {
                @Override
                public void loaded(long image, long bytes) {}

                @Override
                public void began(TargetOperation operation) {}

                @Override
                public void ended(TargetOperation operation) {}
            };

    /// An image was loaded.
    ///
    /// @param image its host address
    void loaded(long image, long bytes);

    void began(TargetOperation operation);

    /// The counterpart of [#began], unless the operation failed.
    ///
    /// @param operation with the device address of an allocation
    void ended(TargetOperation operation);
}
