package org.offloadtck.emulation.api;

/// A call of a function of the program, as work of a stream.
///
/// @param form how the function is called
/// @param function its address in the client
/// @param stream the handle that the program named
/// @param data the pointer for the function
public record HostCall(Form form, long function, long stream, long data) {

    /// The prototypes.
    public enum Form {
        /// `CUhostFn`: `void (void *data)`. Not called after a failure of the context.
        HOST_FUNCTION(0),
        /// `CUstreamCallback`: `void (CUstream, CUresult, void *data)`, with the failure of the
        /// context.
        CALLBACK(1);

        private final int code;

        Form(int code) {
            this.code = code;
        }

        /// The number by which the client knows the form: `enum form` of `hostcall.c`.
        public int code() {
            return code;
        }
    }

    /// A call that is due.
    ///
    /// @param status the failure of the context, or [DriverResult#SUCCESS]
    public record Due(HostCall call, DriverResult status) {}
}
