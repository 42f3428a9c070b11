package org.offloadtck.opencl;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.image.ProgramImage;

class SpirvModuleTest {

    private static final OpenClCall CALL = new OpenClCall("opencl:0", "load of a.spv");

    private static ProgramImage image(int... words) {
        return new ProgramImage(
                "a.spv", OpenClSourceLinker.TARGET, MemorySegment.ofArray(words).asReadOnly());
    }

    @Test
    void namesWhatADeviceWithoutSpirvTakes() {
        for (int magic : new int[] {0x07230203, 0x03022307}) {
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> SpirvModule.refuse(CALL, image(magic, 0x10000), ""))
                    .withMessage(
                            "opencl:0: load of a.spv: image is SPIR-V when it should be OpenCL C:"
                                    + " the device takes no SPIR-V (CL_DEVICE_IL_VERSION is empty)")
                    .matches(refusal -> refusal.error() == DeviceError.INVALID_BINARY);
        }
    }

    @Test
    void namesWhatTheBindingLacksForADeviceThatTakesSpirv() {
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> SpirvModule.refuse(CALL, image(0x07230203), "SPIR-V_1.2"))
                .withMessageEndingWith(
                        "the device takes SPIR-V_1.2, but JOCL 2.0.6 has no clCreateProgramWithIL")
                .matches(refusal -> refusal.error() == DeviceError.UNSUPPORTED);
    }

    @Test
    void leavesOtherImagesAlone() {
        assertThatCode(() -> SpirvModule.refuse(CALL, image(), "")).doesNotThrowAnyException();
        assertThatCode(() -> SpirvModule.refuse(CALL, image(0x6e72656b), ""))
                .doesNotThrowAnyException();
    }
}
