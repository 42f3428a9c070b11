package org.offloadtck.offload.protocol;

/// What a process tells its tool.
///
/// @param from the source of a copy, what an allocation is for, or what is freed
/// @param to the destination of a copy, or what was allocated
/// @param bytes of the memory or of the image; of a [Kind#SUBMIT], the teams that were asked for
/// @param text the kind of a device that is initialized; else empty
public record ToolReport(Kind kind, Phase phase, Place from, Place to, long bytes, String text) {

    /// An address on a device, or on the host if the number is the count of devices.
    public record Place(long address, int device) {

        /// No address: OpenMP 5.2, section 19.5.2.25, for a deletion.
        public static final Place NONE = new Place(0, -1);
    }

    /// The numbers are those of `omptarget/tool.c`; up to 4, those of `ompt_target_data_op_t`
    /// (OpenMP 5.2, section 19.4.4.15).
    public enum Kind {
        ALLOCATE(1),
        COPY_TO_DEVICE(2),
        COPY_FROM_DEVICE(3),
        DELETE(4),
        SUBMIT(16),
        /// `to` is the device.
        INITIALIZE(17),
        /// `from` is the image, `to` the device.
        LOAD(18);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    /// The numbers are those of `ompt_scope_endpoint_t`: OpenMP 5.2, section 19.4.4.11.
    public enum Phase {
        BEGIN(1),
        END(2);

        private final int number;

        Phase(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }
}
