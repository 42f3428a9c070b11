package org.offloadtck.runtime.mapping;

/// What went over to a device and back; exact.
///
/// @param bytesToDevice copied for mappings, updates and private arguments
/// @param bytesFromDevice copied for mappings and updates
/// @param launches kernels
public record Traffic(long bytesToDevice, long bytesFromDevice, long launches) {

    public static final Traffic NONE = new Traffic(0, 0, 0);

    /// What was added since `earlier`.
    public Traffic since(Traffic earlier) {
        return new Traffic(
                bytesToDevice - earlier.bytesToDevice,
                bytesFromDevice - earlier.bytesFromDevice,
                launches - earlier.launches);
    }

    Traffic plus(Traffic other) {
        return new Traffic(
                bytesToDevice + other.bytesToDevice,
                bytesFromDevice + other.bytesFromDevice,
                launches + other.launches);
    }
}
