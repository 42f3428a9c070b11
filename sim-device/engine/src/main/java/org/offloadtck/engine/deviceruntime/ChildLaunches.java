package org.offloadtck.engine.deviceruntime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.engine.deviceruntime.DeviceCommand.Order;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.program.DecodedFunction;

/// The launches of a grid: a thread gets a parameter buffer, stores the parameters there, and
/// submits the launch.
final class ChildLaunches {

    /// Least bytes of a buffer, so that a kernel without parameters has an address too.
    private static final int LEAST_BYTES = 16;

    private final LaunchTree tree;
    private final int depth;

    /// Those whose launch is not submitted, by address.
    private final Map<Long, ParameterBuffer> buffers = new HashMap<>();

    /// A block for the parameters of a launch.
    ///
    /// @param configuration of the launch; empty if the thread states it when it submits the launch
    private record ParameterBuffer(Allocation block, Optional<ChildConfiguration> configuration) {}

    /// @param depth of the grid
    ChildLaunches(LaunchTree tree, int depth) {
        this.tree = tree;
        this.depth = depth;
    }

    /// Allocates the parameter buffer of a launch.
    ///
    /// @return its address
    long buffer(ChildConfiguration configuration) {
        return buffer(configuration.kernel().parameterBytes(), Optional.of(configuration));
    }

    /// Allocates a parameter buffer.
    ///
    /// @return its address
    long buffer(long bytes) {
        return buffer(bytes, Optional.empty());
    }

    private long buffer(long bytes, Optional<ChildConfiguration> configuration) {
        if (depth >= LaunchTree.MAX_DEPTH) {
            throw RuntimeError.LAUNCH_MAX_DEPTH_EXCEEDED.failure(
                    "the launch is nested %d deep when %d is the most"
                            .formatted(depth + 1, LaunchTree.MAX_DEPTH));
        }
        tree.reserve();
        var block =
                tree.device()
                        .memory()
                        .allocate(Math.max(LEAST_BYTES, bytes))
                        .orElseThrow(() -> {
                            tree.release();
                            return RuntimeError.LAUNCH_OUT_OF_RESOURCES.failure(
                                    "global memory has no room for %d bytes of parameters"
                                            .formatted(bytes));
                        });
        buffers.put(block.address(), new ParameterBuffer(block, configuration));
        return block.address();
    }

    /// Submits the launch of a buffer.
    CallResult submit(DeviceRuntimeCall call, long address, Order order) {
        var configuration = find(address).configuration();
        return submit(
                call,
                address,
                order,
                configuration.orElseThrow(() ->
                        RuntimeError.INVALID_VALUE.failure(
                                "the parameter buffer is of no kernel when it should be one of cudaGetParameterBufferV2")));
    }

    /// Submits a launch with the parameters in a buffer. The buffer is no longer the thread's.
    CallResult submit(
            DeviceRuntimeCall call, long address, Order order, ChildConfiguration configuration) {
        var block = find(address).block();
        var kernel = configuration.kernel();
        if (kernel.parameterBytes() > Math.max(LEAST_BYTES, block.size())) {
            throw RuntimeError.INVALID_VALUE.failure(
                    "the parameter buffer has %d bytes when kernel %s takes %d"
                            .formatted(block.size(), kernel.name(), kernel.parameterBytes()));
        }
        var memory = tree.device().memory();
        var parameters = memory.read(block, kernel.parameterBytes());
        buffers.remove(address);
        memory.free(block);
        return CallResult.submitted(
                new DeviceCommand.Launch(order, kernel, configuration.shape(), parameters),
                problems(call, kernel, parameters));
    }

    private ParameterBuffer find(long address) {
        var buffer = buffers.get(address);
        if (buffer == null) {
            throw RuntimeError.INVALID_VALUE.failure(
                    "the parameter buffer is 0x%x, which this grid did not get or has launched before"
                            .formatted(address));
        }
        return buffer;
    }

    /// The pointers of parameters to memory that the child does not share with the thread.
    private static List<String> problems(
            DeviceRuntimeCall call, DecodedFunction kernel, byte[] parameters) {
        var problems = new ArrayList<String>();
        for (var parameter : PointerParameters.of(kernel)) {
            long value = parameter.value(parameters);
            long offset = value - AddressSpace.window(value);
            if (AddressSpace.window(value) == AddressSpace.LOCAL && offset < call.localBytes()) {
                problems.add(problem(parameter, kernel, value, "local memory of the thread"));
            }
            if (AddressSpace.window(value) == AddressSpace.SHARED && offset < call.sharedBytes()) {
                problems.add(problem(parameter, kernel, value, "shared memory of the CTA"));
            }
        }
        return problems;
    }

    private static String problem(
            PointerParameters.Parameter parameter, DecodedFunction kernel, long value, String of) {
        return "argument %d of the launch of kernel %s is 0x%x, which is in %s when a child kernel can access global memory only"
                .formatted(parameter.index(), kernel.name(), value, of);
    }

    /// Frees the buffers that no launch has used.
    void close() {
        buffers.values()
                .forEach(buffer -> {
                    tree.release();
                    tree.device().memory().free(buffer.block());
                });
        buffers.clear();
    }
}
