package org.offloadtck.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// One CUDA device, used through its primary context.
final class CudaDevice implements Device {

    /// Longest device name the driver writes, with its NUL.
    private static final int NAME_BYTES = 256;

    private final CUdevice device = new CUdevice();
    private final CUcontext context = new CUcontext();
    private final DeviceDescription description;
    private final Set<Capability> capabilities;
    private long launches;
    private boolean closed;

    CudaDevice(int ordinal) {
        var call = new CudaCall("cuda:" + ordinal, "open");
        call.check(JCudaDriver.cuDeviceGet(device, ordinal));
        call.check(JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
        this.description = describe(call);
        var capabilities =
                EnumSet.of(
                        Capability.RAW_ADDRESSES,
                        Capability.SYMBOLS,
                        Capability.TIMING,
                        Capability.DOUBLE_PRECISION);
        if (attribute(call, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS) == 1) {
            capabilities.add(Capability.UNIFIED_MEMORY);
        }
        this.capabilities = Set.copyOf(capabilities);
    }

    private DeviceDescription describe(CudaCall call) {
        var name = new byte[NAME_BYTES];
        call.check(JCudaDriver.cuDeviceGetName(name, name.length, device));
        var version = new int[1];
        call.check(JCudaDriver.cuDriverGetVersion(version));
        int major =
                attribute(call, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
        int minor =
                attribute(call, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
        return new DeviceDescription(
                call.device(),
                new String(name, UTF_8).split("\0", 2)[0],
                "NVIDIA Corporation",
                "CUDA driver API %d.%d".formatted(version[0] / 1000, version[0] % 1000 / 10),
                new TargetId(CudaImage.TRIPLE, "sm_%d%d".formatted(major, minor)),
                OptionalInt.of(attribute(call, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_WARP_SIZE)),
                attribute(call, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
    }

    private int attribute(CudaCall call, int attribute) {
        var value = new int[1];
        call.check(JCudaDriver.cuDeviceGetAttribute(value, attribute, device));
        return value[0];
    }

    @Override
    public DeviceDescription description() {
        return description;
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public boolean accepts(ProgramImage image) {
        return CudaImage.isFor(image, description.target());
    }

    @Override
    public Program createProgram(ProgramImage image) {
        var call = call("load of " + image.source());
        if (!accepts(image)) {
            throw call.failed(
                    DeviceError.INVALID_BINARY,
                    "target is %s when it should be %s or older, and for a cubin of its major version"
                            .formatted(image.target(), description.target()));
        }
        return CudaProgram.load(this, call, CudaImage.of(call, image));
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        var call = call("allocation of %d bytes".formatted(bytes));
        if (bytes < 1) {
            throw call.failed(DeviceError.INVALID_SIZE, "size should be positive");
        }
        var pointer = new CUdeviceptr();
        call.check(JCudaDriver.cuMemAlloc(pointer, bytes));
        return new CudaMemory(call, pointer, bytes, CudaMemory.Owner.CALLER);
    }

    @Override
    public Queue createQueue() {
        var call = call("queue creation");
        var stream = new CUstream();
        call.check(JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
        return new CudaQueue(this, stream);
    }

    @Override
    public long launchCount() {
        return launches;
    }

    void countLaunch() {
        launches++;
    }

    /// An operation on this device, which is open and whose context is current afterwards.
    CudaCall call(String operation) {
        var call = new CudaCall(description.id(), operation);
        call.requireOpen(closed, "the device");
        call.check(JCudaDriver.cuCtxSetCurrent(context));
        return call;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            JCudaDriver.cuDevicePrimaryCtxRelease(device);
        }
    }
}
