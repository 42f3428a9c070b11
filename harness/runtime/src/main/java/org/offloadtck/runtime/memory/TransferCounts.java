package org.offloadtck.runtime.memory;

/// Exact counts of the bytes copied between host and device and of the kernels launched.
///
/// Requirement: KL-06.
///
/// @param bytesToDevice copied for mappings, updates and private arguments
/// @param bytesFromDevice copied for mappings and updates
/// @param launches number of kernels
public record TransferCounts(long bytesToDevice, long bytesFromDevice, long launches) {

    public static final TransferCounts NONE = new TransferCounts(0, 0, 0);

    /// The difference to `earlier`.
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
