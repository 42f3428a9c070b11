package org.offloadtck.runtime.memory;

/// What went over to a device and back; exact.
///
/// @param bytesToDevice copied for mappings, updates and private arguments
/// @param bytesFromDevice copied for mappings and updates
/// @param launches kernels
public record TransferCounts(long bytesToDevice, long bytesFromDevice, long launches) {

    public static final TransferCounts NONE = new TransferCounts(0, 0, 0);

    /// What was added since `earlier`.
    public TransferCounts since(TransferCounts earlier) {
        return new TransferCounts(
                bytesToDevice - earlier.bytesToDevice,
                bytesFromDevice - earlier.bytesFromDevice,
                launches - earlier.launches);
    }

    public TransferCounts plus(TransferCounts other) {
        return new TransferCounts(
                bytesToDevice + other.bytesToDevice,
                bytesFromDevice + other.bytesFromDevice,
                launches + other.launches);
    }
}
