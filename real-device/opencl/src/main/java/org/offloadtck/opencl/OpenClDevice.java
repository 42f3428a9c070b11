package org.offloadtck.opencl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_context;
import org.jocl.cl_context_properties;
import org.jocl.cl_device_id;
import org.jocl.cl_platform_id;
import org.jocl.cl_program;
import org.jocl.cl_queue_properties;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.image.ProgramImage;

/// One OpenCL device with a context of its own.
final class OpenClDevice implements Device {

    private final DeviceDescription description;
    private final Set<Capability> capabilities;
    private final cl_device_id device;
    private final cl_context context;

    /// Bytes a sub-buffer's origin is a multiple of: OpenCL 1.2, 4.2, table 4.3,
    /// `CL_DEVICE_MEM_BASE_ADDR_ALIGN`, which is in bits.
    private final long subBufferAlignment;

    private final OpenClLimits limits;

    /// What the device takes beside source, `SPIR-V_1.2`; empty if nothing.
    private final String intermediateLanguages;

    private long launches;
    private boolean closed;

    OpenClDevice(String id, cl_platform_id platform, cl_device_id device) {
        this.device = device;
        var call = new OpenClCall(id, "open");
        var query = new OpenClQuery(call, platform, device);
        this.description = describe(id, query);
        this.capabilities = capabilities(query);
        this.limits = OpenClLimits.of(query);
        this.intermediateLanguages = query.intermediateLanguages();
        this.subBufferAlignment =
                Math.max(1, query.number(CL.CL_DEVICE_MEM_BASE_ADDR_ALIGN) / Byte.SIZE);
        var properties = new cl_context_properties();
        properties.addProperty(CL.CL_CONTEXT_PLATFORM, platform);
        this.context =
                call.checked(status ->
                        CL.clCreateContext(
                                properties, 1, new cl_device_id[] {device}, null, null, status));
    }

    private static DeviceDescription describe(String id, OpenClQuery query) {
        return new DeviceDescription(
                id,
                query.text(CL.CL_DEVICE_NAME),
                query.text(CL.CL_DEVICE_VENDOR),
                query.platformText(CL.CL_PLATFORM_VERSION)
                        + ", driver "
                        + query.text(CL.CL_DRIVER_VERSION),
                OpenClSourceLinker.TARGET,
                OptionalInt.empty(),
                Math.toIntExact(query.number(CL.CL_DEVICE_MAX_WORK_GROUP_SIZE)));
    }

    private static Set<Capability> capabilities(OpenClQuery query) {
        var capabilities = EnumSet.of(Capability.TIMING);
        if (query.number(CL.CL_DEVICE_DOUBLE_FP_CONFIG) != 0) {
            capabilities.add(Capability.DOUBLE_PRECISION);
        }
        return Set.copyOf(capabilities);
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
        return image.target().equals(OpenClSourceLinker.TARGET);
    }

    @Override
    public Program createProgram(ProgramImage image) {
        var call = call("load of " + image.source());
        SpirvModule.refuse(call, image, intermediateLanguages);
        if (!accepts(image)) {
            throw call.failed(
                    DeviceError.INVALID_BINARY,
                    "target is %s when it should be %s"
                            .formatted(image.target(), OpenClSourceLinker.TARGET));
        }
        var source = new String(image.bytes().toArray(ValueLayout.JAVA_BYTE), UTF_8);
        return OpenClProgram.build(this, call, source);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        var call = call("allocation of %d bytes".formatted(bytes));
        if (bytes < 1) {
            throw call.failed(DeviceError.INVALID_SIZE, "size should be positive");
        }
        limits.requireAllocation(call, bytes);
        var buffer =
                call.checked(status ->
                        CL.clCreateBuffer(context, CL.CL_MEM_READ_WRITE, bytes, null, status));
        return new OpenClMemory(buffer, bytes);
    }

    @Override
    public Queue createQueue() {
        var call = call("queue creation");
        var properties = new cl_queue_properties();
        properties.addProperty(CL.CL_QUEUE_PROPERTIES, CL.CL_QUEUE_PROFILING_ENABLE);
        return new OpenClQueue(
                this,
                call.checked(status ->
                        CL.clCreateCommandQueueWithProperties(
                                context, device, properties, status)));
    }

    @Override
    public long launchCount() {
        return launches;
    }

    void countLaunch() {
        launches++;
    }

    long subBufferAlignment() {
        return subBufferAlignment;
    }

    OpenClLimits limits() {
        return limits;
    }

    cl_context context() {
        return context;
    }

    cl_device_id id() {
        return device;
    }

    /// An operation on this device, which is open.
    OpenClCall call(String operation) {
        var call = new OpenClCall(description.id(), operation);
        call.requireOpen(closed, "the device");
        return call;
    }

    /// The build log of a program that did not build.
    String buildLog(cl_program program) {
        var needed = new long[1];
        CL.clGetProgramBuildInfo(
                program, device, CL.CL_PROGRAM_BUILD_LOG, 0, new Pointer(), needed);
        var log = new byte[Math.toIntExact(needed[0])];
        CL.clGetProgramBuildInfo(
                program, device, CL.CL_PROGRAM_BUILD_LOG, log.length, Pointer.to(log), null);
        return new String(log, 0, Math.max(0, log.length - 1), UTF_8).strip();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            CL.clReleaseContext(context);
        }
    }
}
