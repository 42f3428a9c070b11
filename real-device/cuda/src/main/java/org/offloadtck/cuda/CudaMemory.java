package org.offloadtck.cuda;

import java.util.OptionalLong;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUpointer_attribute;
import jcuda.driver.JCudaDriver;
import org.offloadtck.plugin.DeviceMemory;

/// Device memory, or a global variable of a program.
final class CudaMemory implements DeviceMemory {

    /// Who frees the range.
    enum Owner {
        CALLER,
        PROGRAM
    }

    private final CUdeviceptr pointer;
    private final long address;
    private final long size;
    private final Owner owner;
    private boolean closed;

    CudaMemory(CudaCall call, CUdeviceptr pointer, long size, Owner owner) {
        this.pointer = pointer;
        this.size = size;
        this.owner = owner;
        var address = new long[1];
        call.check(
                JCudaDriver.cuPointerGetAttribute(
                        Pointer.to(address),
                        CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
                        pointer));
        this.address = address[0];
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public OptionalLong address() {
        return OptionalLong.of(address);
    }

    /// The place `offset` bytes in, which `call` is about to use.
    CUdeviceptr at(CudaCall call, long offset) {
        call.requireOpen(closed, "the memory");
        return pointer.withByteOffset(offset);
    }

    /// The address `offset` bytes in, which `call` is about to hand to a kernel.
    long address(CudaCall call, long offset) {
        call.requireOpen(closed, "the memory");
        return address + offset;
    }

    @Override
    public void close() {
        if (!closed && owner == Owner.CALLER) {
            closed = true;
            JCudaDriver.cuMemFree(pointer);
        }
    }
}
