package org.offloadtck.emulation.texture;

import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.array.EmulatedArray;
import org.offloadtck.emulation.array.MipmappedArray;
import org.offloadtck.emulation.memory.AllocationHandlers;
import org.offloadtck.emulation.resource.AllocationTable;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.resource.HandleKind;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;
import org.offloadtck.emulation.texture.ArrayType.Levels;

/// Handlers of arrays and mipmapped arrays.
///
/// Requirement: ER-28.
public final class ArrayHandlers implements DispatchTable.HandlerGroup {

    /// Index of the number of levels after `CUDA_ARRAY3D_DESCRIPTOR`.
    private static final int LEVELS = 6;

    private final DriverState state;

    public ArrayHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_ARRAY_CREATE, call -> create(call, 2));
        table.add(DriverFunction.CU_ARRAY_3D_CREATE, call -> create(call, 3));
        table.add(DriverFunction.CU_ARRAY_GET_DESCRIPTOR, ArrayHandlers::describe);
        table.add(DriverFunction.CU_ARRAY_3D_GET_DESCRIPTOR, ArrayHandlers::describeVolume);
        table.add(DriverFunction.CU_ARRAY_DESTROY, this::destroy);
        table.add(DriverFunction.CU_MIPMAPPED_ARRAY_CREATE, this::createLevels);
        table.add(DriverFunction.CU_MIPMAPPED_ARRAY_GET_LEVEL, ArrayHandlers::level);
        table.add(DriverFunction.CU_MIPMAPPED_ARRAY_DESTROY, this::destroyLevels);
    }

    private DriverReply create(Invocation call, int extents) {
        AllocationHandlers.requireSafe(call);
        var shape = new ArrayArguments(call, extents).shape(Levels.ONE_LEVEL);
        var memory = allocate(call, shape.bytes());
        var array =
                new EmulatedArray(
                        state.handles().newHandle(HandleKind.ARRAY),
                        memory,
                        memory.address(),
                        shape,
                        EmulatedArray.Origin.CREATED);
        state.handles().add(array);
        return DriverReply.success(array.handle());
    }

    private static DriverAllocation allocate(Invocation call, long bytes) {
        return AllocationHandlers.allocate(
                call,
                bytes,
                DriverAllocation.Kind.ARRAY,
                new AllocationTable.Owner(call.current(), 0));
    }

    private DriverReply createLevels(Invocation call) {
        AllocationHandlers.requireSafe(call);
        var shape = new ArrayArguments(call, 3).shape(Levels.MIPMAPPED);
        int count = Math.clamp(call.raw(LEVELS) & 0xffff_ffffL, 1, shape.mostLevels());
        var memory = allocate(call, MipmappedArray.bytes(shape, count));
        return DriverReply.success(
                MipmappedArray.add(state.handles(), memory, shape, count).handle());
    }

    private static EmulatedArray array(Invocation call) {
        return call.find(0, HandleKind.ARRAY, EmulatedArray.class, DriverResult.INVALID_HANDLE);
    }

    private static MipmappedArray levels(Invocation call) {
        return call.find(
                0, HandleKind.MIPMAPPED_ARRAY, MipmappedArray.class, DriverResult.INVALID_HANDLE);
    }

    private static DriverReply describe(Invocation call) {
        var shape = array(call).shape();
        return DriverReply.success(
                (long) shape.width(),
                (long) shape.height(),
                (long) shape.format().number(),
                (long) shape.channels());
    }

    private static DriverReply describeVolume(Invocation call) {
        var shape = array(call).shape();
        return DriverReply.success(
                (long) shape.width(),
                (long) shape.height(),
                (long) shape.depth(),
                (long) shape.format().number(),
                (long) shape.channels(),
                (long) shape.flags());
    }

    private static DriverReply level(Invocation call) {
        var levels = levels(call).levels();
        long level = call.raw(1);
        if (level < 0 || level >= levels.size()) {
            throw call.error(
                    1,
                    DriverResult.INVALID_VALUE,
                    "should be from 0 to %d, the last level".formatted(levels.size() - 1));
        }
        return DriverReply.success(levels.get((int) level).handle());
    }

    /// Frees an array after all work that may use it is done.
    private DriverReply destroy(Invocation call) {
        var found = array(call);
        if (found.origin() == EmulatedArray.Origin.LEVEL) {
            throw call.misuse(
                    0,
                    DriverResult.INVALID_HANDLE,
                    "is a level of a mipmapped array, which cuMipmappedArrayDestroy frees");
        }
        awaitUse(call, found.memory());
        var array = array(call);
        state.handles().remove(array);
        state.allocations().free(array.memory());
        return DriverReply.success();
    }

    private DriverReply destroyLevels(Invocation call) {
        awaitUse(call, levels(call).memory());
        var levels = levels(call);
        levels.remove(state.handles());
        state.allocations().free(levels.memory());
        return DriverReply.success();
    }

    private void awaitUse(Invocation call, DriverAllocation memory) {
        call.await(DriverState.requireHealthy(memory.context()), state.queue().outstanding());
    }
}
