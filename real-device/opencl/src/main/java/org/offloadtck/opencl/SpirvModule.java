package org.offloadtck.opencl;

import java.lang.foreign.ValueLayout;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.image.ProgramImage;

/// Detects images that are SPIR-V, which no device takes through JOCL 2.0.6: it does not bind
/// `clCreateProgramWithIL`.
final class SpirvModule {

    /// First word of a module, in the byte order of the module (SPIR-V 1.6, 2.3, "Physical Layout
    /// of a SPIR-V Module and Instruction").
    private static final int MAGIC = 0x07230203;

    private SpirvModule() {}

    /// Rejects an image of SPIR-V with what the device takes instead.
    ///
    /// @param languages intermediate languages that the device takes; empty if none
    static void refuse(OpenClCall call, ProgramImage image, String languages) {
        if (!isSpirv(image)) {
            return;
        }
        throw languages.isEmpty()
                ? call.failed(
                        DeviceError.INVALID_BINARY,
                        "image is SPIR-V when it should be OpenCL C: the device takes no SPIR-V"
                                + " (CL_DEVICE_IL_VERSION is empty)")
                : call.failed(
                        DeviceError.UNSUPPORTED,
                        "image is SPIR-V when it should be OpenCL C: the device takes %s, but JOCL"
                                        .formatted(languages)
                                + " 2.0.6 has no clCreateProgramWithIL");
    }

    private static boolean isSpirv(ProgramImage image) {
        var bytes = image.bytes();
        if (bytes.byteSize() < Integer.BYTES) {
            return false;
        }
        int word = bytes.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        return word == MAGIC || Integer.reverseBytes(word) == MAGIC;
    }
}
