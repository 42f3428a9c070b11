package org.offloadtck.runtime.task;

import java.util.List;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.launch.KernelLauncher;
import org.offloadtck.runtime.launch.PendingLaunch;
import org.offloadtck.runtime.launch.PreparedLaunch;
import org.offloadtck.runtime.mapping.DataConstruct;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.mapping.PendingDataConstruct;
import org.offloadtck.runtime.memory.DeviceChannel;

/// Starts constructs with `nowait` on one device, each on a queue of its own.
///
/// Requirement: DM-18.
public record AsynchronousConstructs(
        DeviceChannel channel, DataEnvironment data, KernelLauncher launcher) {

    /// Starts a launch on a queue of its own.
    public PendingConstruct start(PreparedLaunch launch) {
        DeviceChannel queue = channel.withOwnQueue();
        boolean started = false;
        try {
            PendingLaunch region =
                    launcher.on(queue)
                            .start(
                                    launch.kernel(),
                                    launch.arguments(),
                                    launch.clauses(),
                                    launch.place());
            started = true;
            return PendingConstruct.ofRegion(() -> {
                try (queue) {
                    return region.finish();
                }
            });
        } finally {
            if (!started) {
                queue.close();
            }
        }
    }

    /// Starts a data construct on a queue of its own.
    public PendingConstruct start(DataConstruct construct, List<MapArgument> arguments) {
        DeviceChannel queue = channel.withOwnQueue();
        boolean started = false;
        try {
            PendingDataConstruct data = startData(queue, construct, arguments);
            started = true;
            return PendingConstruct.ofData(() -> {
                try (queue) {
                    finish(data);
                }
            });
        } finally {
            if (!started) {
                queue.close();
            }
        }
    }

    private static void finish(PendingDataConstruct data) {
        boolean finished = false;
        try {
            data.finish();
            finished = true;
        } finally {
            if (!finished) {
                data.abandon();
            }
        }
    }

    private PendingDataConstruct startData(
            DeviceChannel queue, DataConstruct construct, List<MapArgument> arguments) {
        return switch (construct) {
            case BEGIN -> data.startBegin(queue, arguments);
            case END -> data.startEnd(queue, arguments);
            case UPDATE -> data.startUpdate(queue, arguments);
        };
    }
}
