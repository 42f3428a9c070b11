package org.offloadtck.emulation.sharing;

import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.interprocess.MemoryHandle;
import org.offloadtck.emulation.interprocess.MemoryHandle.Use;
import org.offloadtck.emulation.memory.MemoryProperties;
import org.offloadtck.emulation.memory.VirtualMemoryHandlers;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.resource.PhysicalMemory;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers that share allocations and physical memory.
///
/// Requirement: ER-34.
public final class MemorySharingHandlers implements DispatchTable.HandlerGroup {

    /// `CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS` (CUDA driver API 13.0, `CUipcMem_flags`), which is
    /// required.
    private static final int LAZY_ENABLE_PEER_ACCESS = 1;

    private final DriverState state;

    public MemorySharingHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_IPC_GET_MEM_HANDLE, this::export);
        table.add(DriverFunction.CU_IPC_OPEN_MEM_HANDLE, this::open);
        table.add(DriverFunction.CU_IPC_CLOSE_MEM_HANDLE, this::close);
        table.add(DriverFunction.CU_MEM_EXPORT_TO_SHAREABLE_HANDLE, this::exportPhysical);
        table.add(DriverFunction.CU_MEM_IMPORT_FROM_SHAREABLE_HANDLE, this::importPhysical);
    }

    /// "The base pointer of an existing device memory allocation created with cuMemAlloc" (CUDA
    /// driver API 13.0, `cuIpcGetMemHandle`).
    private DriverReply export(Invocation call) {
        var block =
                state.allocations()
                        .containing(call.raw(0))
                        .filter(each -> each.kind() == DriverAllocation.Kind.DEVICE)
                        .orElseThrow(() ->
                                call.misuse(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "is not memory of cuMemAlloc: it is "
                                                + state.memory().describe(call.raw(0))));
        var handle = state.interprocess().export(Use.ALLOCATION, block.address(), block.size());
        return DriverReply.success().withBuffers(handle.bytes());
    }

    private DriverReply open(Invocation call) {
        var context = call.current();
        if (call.number(0) != LAZY_ENABLE_PEER_ACCESS) {
            throw call.error(
                    0,
                    DriverResult.INVALID_VALUE,
                    "should be CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS (1)");
        }
        var opened =
                state.interprocess().open(handle(call, 0, Use.ALLOCATION), call.call().caller());
        var owner = new AllocationTable.Owner(context, 0);
        state.allocations().add(owner.of(opened.allocation(), DriverAllocation.Kind.IMPORTED));
        return opened.mapping().reply(opened.allocation().address());
    }

    /// The handle in a buffer.
    static MemoryHandle handle(Invocation call, int buffer, Use use) {
        return MemoryHandle.parse(call.call().buffer(buffer), use)
                .orElseThrow(() ->
                        DriverCallException.misuse(
                                DriverResult.INVALID_HANDLE,
                                "the handle is none that a process has exported"));
    }

    private DriverReply close(Invocation call) {
        var opened =
                state.interprocess()
                        .at(call.raw(0))
                        .filter(_ -> isImported(call.raw(0)))
                        .orElseThrow(() ->
                                call.misuse(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "is not memory that cuIpcOpenMemHandle has opened"));
        call.thread().await(state.queue().outstanding());
        var pages = opened.mapping();
        if (!state.interprocess().close(opened)) {
            return DriverReply.success(0L, 0L);
        }
        state.allocations().startingAt(call.raw(0)).ifPresent(state.allocations()::remove);
        return DriverReply.success(pages.address(), pages.bytes());
    }

    private boolean isImported(long address) {
        return state.allocations()
                .startingAt(address)
                .filter(block -> block.kind() == DriverAllocation.Kind.IMPORTED)
                .isPresent();
    }

    private DriverReply exportPhysical(Invocation call) {
        var memory = call.physicalMemory(0);
        MemoryProperties.requireDescriptor(call, 1);
        call.flags(2, 0);
        var file =
                state.interprocess()
                        .file(memory)
                        .orElseThrow(() ->
                                call.error(
                                        0,
                                        DriverResult.INVALID_VALUE,
                                        "was created without CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR"));
        return DriverReply.success().withText(file.path());
    }

    private DriverReply importPhysical(Invocation call) {
        MemoryProperties.requireDescriptor(call, 1);
        var file =
                state.interprocess().openDescriptor(call.raw(0)).orElseThrow(() -> foreign(call));
        var device =
                state.devices().stream()
                        .filter(each -> file.name().equals(VirtualMemoryHandlers.fileName(each)))
                        .findFirst()
                        .orElseThrow(() -> {
                            state.interprocess().close(file);
                            return foreign(call);
                        });
        var memory =
                new PhysicalMemory(
                        state.handles().newHandle(HandleKind.MEMORY), device, file.bytes());
        if (!device.reserveMemory(file.bytes())) {
            state.interprocess().close(file);
            throw call.error(0, DriverResult.OUT_OF_MEMORY, "is more than the device has left");
        }
        state.interprocess().adopt(memory, file);
        state.handles().add(memory);
        return DriverReply.success(memory.handle());
    }

    private static DriverCallException foreign(Invocation call) {
        return call.misuse(
                0,
                DriverResult.INVALID_VALUE,
                "is not a descriptor of memory of a device of this process");
    }
}
