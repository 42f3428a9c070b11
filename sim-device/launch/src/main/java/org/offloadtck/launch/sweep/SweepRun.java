package org.offloadtck.launch.sweep;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.engine.thread.WarpTurns;
import org.offloadtck.launch.simulate.DeviceSelection;
import org.offloadtck.launch.simulate.Simulation;
import org.offloadtck.launch.simulate.SimulationException;
import org.offloadtck.launch.simulate.SimulationOptions;
import org.offloadtck.launch.simulate.SimulationOptions.Timed;
import org.offloadtck.timing.Timing;

/// Executes the programs of a sweep, each once for [#REPLAYS] variants, and times the cells of a
/// shard. The time of a program that is invalid or faults is unknown.
record SweepRun(Sweep sweep, Sweep.Shard shard) {

    /// Devices that replay one execution together: each holds a model of its second-level cache.
    private static final int REPLAYS = 32;

    /// A program's cells in the shard.
    ///
    /// @param base the time on the device as it is
    /// @param cells in the order of the variants
    record ProgramTimes(String program, Timing base, List<Cell> cells) {

        ProgramTimes {
            cells = List.copyOf(cells);
        }
    }

    /// A program on a variant.
    record Cell(DeviceVariant variant, Timing timing) {}

    /// Runs programs that have cells in the shard, some at a time.
    ///
    /// @param jobs programs at a time
    /// @return in the order of the sweep, whatever the order of their ends
    List<ProgramTimes> run(int jobs) {
        try (var threads = Executors.newFixedThreadPool(jobs)) {
            var all = new ArrayList<Future<ProgramTimes>>();
            for (int i = 0; i < sweep.programs().size(); i++) {
                var program = sweep.programs().get(i);
                var variants = sweep.variants(i, shard);
                if (!variants.isEmpty()) {
                    all.add(threads.submit(() -> times(program, variants)));
                }
            }
            var times = new ArrayList<ProgramTimes>();
            for (var each : all) {
                times.add(each.get());
            }
            return times;
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new SimulationException("the sweep was interrupted");
        }
    }

    private ProgramTimes times(SweptProgram program, List<DeviceVariant> variants) {
        var timings = new ArrayList<Timing>();
        var devices = Stream.concat(Stream.of(DeviceVariant.NONE), variants.stream()).toList();
        for (int from = 0; from < devices.size(); from += REPLAYS) {
            int to = Math.min(from + REPLAYS, devices.size());
            timings.addAll(timings(program, devices.subList(from, to)));
        }
        var cells = new ArrayList<Cell>();
        for (int i = 0; i < variants.size(); i++) {
            cells.add(new Cell(variants.get(i), timings.get(i + 1)));
        }
        return new ProgramTimes(program.name(), timings.getFirst(), cells);
    }

    private List<Timing> timings(SweptProgram program, List<DeviceVariant> variants) {
        var options =
                new SimulationOptions(
                        new DeviceSelection.Given(sweep.device()),
                        Set.of(),
                        Suppressions.NONE,
                        Timed.NO,
                        1,
                        1,
                        WarpTurns.OF_A_DEVICE);
        try (var lifetime = Arena.ofShared()) {
            return Simulation.prepare(program.modules(), program.launch(), options, lifetime)
                    .sweep(variants.stream().map(each -> each.of(sweep.device())).toList());
        } catch (SimulationException problem) {
            var reason = new Timing.Unknown(String.valueOf(problem.getMessage()));
            return Collections.nCopies(variants.size(), reason);
        }
    }
}
