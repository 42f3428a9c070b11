package org.offloadtck.opencl;

import java.util.OptionalLong;
import org.jocl.CL;
import org.jocl.cl_mem;
import org.offloadtck.plugin.DeviceMemory;

/// A buffer object.
final class OpenClMemory implements DeviceMemory {

    private final cl_mem buffer;
    private final long size;
    private boolean closed;

    OpenClMemory(cl_mem buffer, long size) {
        this.buffer = buffer;
        this.size = size;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public OptionalLong address() {
        return OptionalLong.empty();
    }

    /// The buffer, which `call` is about to use.
    cl_mem buffer(OpenClCall call) {
        call.requireOpen(closed, "the memory");
        return buffer;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            CL.clReleaseMemObject(buffer);
        }
    }
}
