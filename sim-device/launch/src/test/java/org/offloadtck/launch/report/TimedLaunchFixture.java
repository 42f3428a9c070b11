package org.offloadtck.launch.report;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.replay.TimingModel;

/// Launches of the corpus's microkernels, timed.
final class TimedLaunchFixture {

    private static final String MODULE = "kernels/microkernels.ptx";
    private static final int RESIDENT = 64;

    private TimedLaunchFixture() {}

    static KernelTiming of(String device, String kernel, LaunchShape shape, int n, int m) {
        var spec = DeviceSpec.named(device).orElseThrow();
        var memory = GlobalMemory.ofCapacity(32 << 20, Arena.ofAuto());
        var image = ProgramLoader.load(PtxParser.parse(MODULE, Corpus.text(MODULE)), memory);
        var function = image.kernel(kernel).orElseThrow();
        var in = memory.allocate("in", 8 << 20).orElseThrow();
        var out = memory.allocate("out", 8 << 20).orElseThrow();
        var block = ByteBuffer.allocate(function.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
        block.putLong(in.address()).putLong(out.address()).putInt(n).putInt(m);
        var heap = new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT);
        var timer = TimingModel.of(image, TimedDevice.of(spec)).timer(function, shape);
        var options =
                LaunchOptions.of(LaunchLimits.of(RESIDENT, heap), HostThreads.ofProcessors())
                        .withObserver(timer.observer());
        Grid.launch(image, function, shape, block.array(), options);
        return (KernelTiming) timer.timing();
    }
}
