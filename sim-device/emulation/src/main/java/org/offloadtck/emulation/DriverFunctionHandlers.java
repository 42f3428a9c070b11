package org.offloadtck.emulation;

import java.util.List;
import org.offloadtck.emulation.context.ContextHandlers;
import org.offloadtck.emulation.context.ContextSettingHandlers;
import org.offloadtck.emulation.context.DeviceHandlers;
import org.offloadtck.emulation.context.MachineHandlers;
import org.offloadtck.emulation.context.PeerAccessHandlers;
import org.offloadtck.emulation.context.PrimaryContextHandlers;
import org.offloadtck.emulation.memory.AllocationHandlers;
import org.offloadtck.emulation.memory.CopyHandlers;
import org.offloadtck.emulation.memory.FillHandlers;
import org.offloadtck.emulation.memory.HostMemoryHandlers;
import org.offloadtck.emulation.memory.ManagedMemoryHandlers;
import org.offloadtck.emulation.memory.MemoryPoolHandlers;
import org.offloadtck.emulation.memory.PointerHandlers;
import org.offloadtck.emulation.memory.RectangleCopyHandlers;
import org.offloadtck.emulation.memory.VirtualMemoryHandlers;
import org.offloadtck.emulation.module.FunctionHandlers;
import org.offloadtck.emulation.module.KernelHandlers;
import org.offloadtck.emulation.module.LibraryHandlers;
import org.offloadtck.emulation.module.LinkHandlers;
import org.offloadtck.emulation.module.ModuleHandlers;
import org.offloadtck.emulation.module.OccupancyHandlers;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.sharing.EventSharingHandlers;
import org.offloadtck.emulation.sharing.MemorySharingHandlers;
import org.offloadtck.emulation.sharing.PoolSharingHandlers;
import org.offloadtck.emulation.stream.AttributeHandlers;
import org.offloadtck.emulation.stream.CaptureHandlers;
import org.offloadtck.emulation.stream.ClusterOccupancyHandlers;
import org.offloadtck.emulation.stream.ConditionalHandlers;
import org.offloadtck.emulation.stream.EventHandlers;
import org.offloadtck.emulation.stream.GraphHandlers;
import org.offloadtck.emulation.stream.GraphLaunchHandlers;
import org.offloadtck.emulation.stream.GraphMemoryHandlers;
import org.offloadtck.emulation.stream.GraphNodeHandlers;
import org.offloadtck.emulation.stream.LaunchHandlers;
import org.offloadtck.emulation.stream.NodeParameterHandlers;
import org.offloadtck.emulation.stream.StreamHandlers;
import org.offloadtck.emulation.stream.StreamMemoryHandlers;
import org.offloadtck.emulation.stream.UserObjectHandlers;
import org.offloadtck.emulation.texture.ArrayHandlers;
import org.offloadtck.emulation.texture.TextureHandlers;

/// Lists the handlers of all driver functions.
final class DriverFunctionHandlers {

    private DriverFunctionHandlers() {}

    /// The dispatch table of a process.
    static DispatchTable table(DriverState state) {
        return DispatchTable.of(
                List.of(
                        new DeviceHandlers(state),
                        new MachineHandlers(state),
                        new PrimaryContextHandlers(state),
                        new ContextHandlers(state),
                        new ContextSettingHandlers(),
                        new PeerAccessHandlers(),
                        new ModuleHandlers(state),
                        new LinkHandlers(state),
                        new FunctionHandlers(),
                        new LibraryHandlers(state),
                        new KernelHandlers(),
                        new OccupancyHandlers(),
                        new LaunchHandlers(),
                        new ClusterOccupancyHandlers(),
                        new AllocationHandlers(state),
                        new HostMemoryHandlers(state),
                        new ManagedMemoryHandlers(state),
                        new VirtualMemoryHandlers(state),
                        new MemoryPoolHandlers(state),
                        new PointerHandlers(state),
                        new CopyHandlers(state),
                        new RectangleCopyHandlers(state),
                        new FillHandlers(),
                        new ArrayHandlers(state),
                        new TextureHandlers(state),
                        new StreamHandlers(state),
                        new StreamMemoryHandlers(state),
                        new EventHandlers(state),
                        new CaptureHandlers(state),
                        new GraphHandlers(state),
                        new GraphNodeHandlers(),
                        new GraphMemoryHandlers(state),
                        new NodeParameterHandlers(),
                        new MemorySharingHandlers(state),
                        new PoolSharingHandlers(state),
                        new EventSharingHandlers(state),
                        new UserObjectHandlers(state),
                        new GraphLaunchHandlers(state),
                        new ConditionalHandlers(state),
                        new AttributeHandlers()));
    }
}
