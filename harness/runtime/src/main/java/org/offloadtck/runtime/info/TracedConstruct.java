package org.offloadtck.runtime.info;

import org.offloadtck.object.profile.runtime.InfoFormat;

/// A construct whose arguments are printed.
///
/// @param ident address of an `ident_t`, or 0
/// @param deviceId -1 for the default device
public record TracedConstruct(Kind kind, long ident, long deviceId) {

    /// A kind of construct, with the words of libomptarget.
    ///
    /// @see "LLVM 22, offload/libomptarget/interface.cpp; executed: LIBOMPTARGET_INFO=1 of
    ///   libomptarget 16.0.6"
    public enum Kind {
        DATA_BEGIN("Entering OpenMP data region", "Entering OpenMP data region with being_mapper"),
        DATA_BEGIN_NOWAIT(
                "Entering OpenMP data region",
                "Entering OpenMP data region with being_nowait_mapper"),
        DATA_END("Exiting OpenMP data region", "Exiting OpenMP data region with end_mapper"),
        DATA_END_NOWAIT(
                "Exiting OpenMP data region", "Exiting OpenMP data region with end_nowait_mapper"),
        DATA_UPDATE(
                "Updating OpenMP data",
                "Updating data within the OpenMP data region with update_mapper"),
        DATA_UPDATE_NOWAIT(
                "Updating OpenMP data",
                "Updating data within the OpenMP data region with update_nowait_mapper"),
        KERNEL("Entering OpenMP kernel", "Entering OpenMP kernel");

        private final String description;
        private final String withFunction;

        Kind(String description, String withFunction) {
            this.description = description;
            this.withFunction = withFunction;
        }

        /// The kind of the construct with `nowait`. Kernels have one for both.
        public Kind withNowait() {
            return switch (this) {
                case DATA_BEGIN, DATA_BEGIN_NOWAIT -> DATA_BEGIN_NOWAIT;
                case DATA_END, DATA_END_NOWAIT -> DATA_END_NOWAIT;
                case DATA_UPDATE, DATA_UPDATE_NOWAIT -> DATA_UPDATE_NOWAIT;
                case KERNEL -> KERNEL;
            };
        }

        String words(InfoFormat format) {
            return switch (format) {
                case CUDA_PLUGIN, PLUGIN_INTERFACE -> description;
                case FUNCTION_NAMES, LAUNCH_EXTENTS -> withFunction;
            };
        }
    }
}
