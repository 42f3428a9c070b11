package org.offloadtck.runtime;

import org.offloadtck.runtime.launch.KernelLauncher;
import org.offloadtck.runtime.launch.StartedLaunch;
import org.offloadtck.runtime.mapping.DataEnvironment;
import org.offloadtck.runtime.mapping.DeviceChannel;
import org.offloadtck.runtime.mapping.MapArgument;
import org.offloadtck.runtime.mapping.StartedConstruct;

import java.util.List;

/// Starts constructs of one device that are not waited for, each on a queue of its own.
record DetachedConstructs(DeviceChannel channel, DataEnvironment data, KernelLauncher launcher) {

    /// Starts a launch on a queue of its own.
    StartedTarget start(PreparedLaunch launch) {
        DeviceChannel queue = channel.branch();
        boolean started = false;
        try {
            StartedLaunch region =
                    launcher.on(queue)
                            .start(
                                    launch.kernel(),
                                    launch.arguments(),
                                    launch.clauses(),
                                    launch.place());
            started = true;
            return StartedTarget.ofRegion(() -> {
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
    StartedTarget start(DataConstruct construct, List<MapArgument> arguments) {
        DeviceChannel queue = channel.branch();
        boolean started = false;
        try {
            StartedConstruct data = startData(queue, construct, arguments);
            started = true;
            return StartedTarget.ofData(() -> {
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

    private static void finish(StartedConstruct data) {
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

    private StartedConstruct startData(
            DeviceChannel queue, DataConstruct construct, List<MapArgument> arguments) {
        return switch (construct) {
            case BEGIN -> data.startBegin(queue, arguments);
            case END -> data.startEnd(queue, arguments);
            case UPDATE -> data.startUpdate(queue, arguments);
        };
    }
}
