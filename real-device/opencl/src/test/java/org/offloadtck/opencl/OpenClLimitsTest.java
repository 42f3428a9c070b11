package org.offloadtck.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.jocl.cl_kernel;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.LaunchSize.Dim3;

/// Each limit of a device that has no two of the same value, at it and one past it.
class OpenClLimitsTest {

    private static final OpenClCall CALL = new OpenClCall("opencl:0", "launch of f");

    private static final OpenClLimits LIMITS =
            new OpenClLimits(List.of(64L, 32L, 16L), 1000, 100, 4096, 32);

    private static OpenClKernel kernel(long localBytes, Long... requiredGroup) {
        return new OpenClKernel("f", new cl_kernel(), 0, 1024, localBytes, List.of(requiredGroup));
    }

    private static LaunchSize group(int x, int y, int z) {
        return new LaunchSize(new Dim3(1, 1, 1), new Dim3(x, y, z), 0);
    }

    private static void assertTaken(OpenClKernel kernel, LaunchSize size, long bytes) {
        assertThatCode(() -> LIMITS.requireLaunch(CALL, kernel, size, bytes))
                .doesNotThrowAnyException();
    }

    private static void assertRefused(
            DeviceError error, String problem, OpenClKernel kernel, LaunchSize size, long bytes) {
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> LIMITS.requireLaunch(CALL, kernel, size, bytes))
                .withMessage("opencl:0: launch of f: " + problem)
                .satisfies(refusal -> assertThat(refusal.error()).isEqualTo(error));
    }

    private static void assertInvalid(String problem, LaunchSize size) {
        assertRefused(DeviceError.INVALID_VALUE, problem, kernel(0), size, 0);
    }

    @Test
    void aGroupHasALimitInEachDimension() {
        assertTaken(kernel(0), group(64, 32, 16), 0);

        assertInvalid(
                "group size in dimension 0 is 65 when it should be at most 64", group(65, 1, 1));
        assertInvalid(
                "group size in dimension 1 is 33 when it should be at most 32", group(1, 33, 1));
        assertInvalid(
                "group size in dimension 2 is 17 when it should be at most 16", group(1, 1, 17));
    }

    @Test
    void aKernelMayRequireOneGroup() {
        assertTaken(kernel(0, 8L, 4L, 1L), group(8, 4, 1), 0);

        assertRefused(
                DeviceError.INVALID_VALUE,
                "group is 4×8×1 when the kernel requires 8×4×1",
                kernel(0, 8L, 4L, 1L),
                group(4, 8, 1),
                0);
    }

    @Test
    void aGlobalIndexHasTheBitsOfAnAddress() {
        assertTaken(kernel(0), LaunchSize.of((1 << 26) - 1, 64), 0);

        assertInvalid(
                "dimension 0 has 4294967296 work-items when an index of the device has 32 bits",
                LaunchSize.of(1 << 26, 64));
    }

    @Test
    void aGroupHasTheLocalMemoryOfTheDevice() {
        assertTaken(kernel(1000), group(1, 1, 1), 0);

        assertRefused(
                DeviceError.OUT_OF_RESOURCES,
                "local memory of a group is 1001 bytes when the device has 1000",
                kernel(1001),
                group(1, 1, 1),
                0);
    }

    @Test
    void argumentsHaveALimitTogether() {
        assertTaken(kernel(0), group(1, 1, 1), 100);

        assertRefused(
                DeviceError.INVALID_VALUE,
                "arguments have 101 bytes when those of a kernel have at most 100",
                kernel(0),
                group(1, 1, 1),
                101);
    }

    @Test
    void aBufferHasALimit() {
        var call = new OpenClCall("opencl:0", "allocation of 4097 bytes");

        assertThatCode(() -> LIMITS.requireAllocation(call, 4096)).doesNotThrowAnyException();
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> LIMITS.requireAllocation(call, 4097))
                .withMessage(
                        "opencl:0: allocation of 4097 bytes: size is 4097 bytes when a buffer of"
                                + " the device has at most 4096")
                .satisfies(refusal ->
                        assertThat(refusal.error()).isEqualTo(DeviceError.OUT_OF_RESOURCES));
    }
}
