package org.offloadtck.emulation.stream;

import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.emulation.api.HostCall;
import org.offloadtck.emulation.graph.NodeWork;
import org.offloadtck.emulation.memory.FillHandlers;
import org.offloadtck.emulation.memory.VolumeCopy;
import org.offloadtck.emulation.queue.StreamCommand;
import org.offloadtck.emulation.queue.StreamCommand.Launch.Residence;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.session.Invocation;

/// Reads the work of a node from the arguments of a call.
///
/// @param first index of the first field of the structure that the program passes
record NodeParameters(Invocation call, int first) {

    /// `CUDA_KERNEL_NODE_PARAMS`.
    ///
    /// @param buffer index of the buffer with the parameters of the kernel
    /// @param residence which its attribute determines
    NodeWork kernel(int buffer, Residence residence) {
        return NodeWork.of(
                new LaunchValidation(call, first + 1)
                        .command(call.kernel(first), call.call().buffer(buffer), residence));
    }

    /// `CUDA_MEMCPY3D`.
    NodeWork copy(EmulatedContext context) {
        return new NodeWork.Commands(
                new VolumeCopy(call, first).slices(context), fields(VolumeCopy.FIELDS));
    }

    /// `CUDA_MEMSET_NODE_PARAMS`.
    NodeWork fill(EmulatedContext context) {
        return new NodeWork.Commands(
                List.of(FillHandlers.node(call, first, context)), fields(FillHandlers.FIELDS));
    }

    private List<Long> fields(int count) {
        return IntStream.range(first, first + count).mapToObj(call::raw).toList();
    }

    /// `CUDA_HOST_NODE_PARAMS`.
    NodeWork host(EmulatedContext context) {
        return NodeWork.of(
                new StreamCommand.CallHost(
                        context,
                        new HostCall(
                                HostCall.Form.HOST_FUNCTION,
                                call.raw(first),
                                0,
                                call.raw(first + 1))));
    }
}
