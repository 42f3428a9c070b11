package org.offloadtck.driver.timing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.ptx.syntax.PtxParser;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.execution.Grid;
import org.offloadtck.simt.execution.LaunchLimits;
import org.offloadtck.simt.execution.LaunchOptions;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.DeviceHeap;
import org.offloadtck.simt.memory.GlobalMemory;
import org.offloadtck.simt.timing.KernelTiming;
import org.offloadtck.simt.timing.TimingModel;

/// Launches of the corpus's microkernels, timed.
final class TimedLaunch {

    private static final String MODULE = "kernels/microkernels.ptx";
    private static final int RESIDENT = 64;

    private TimedLaunch() {}

    static KernelTiming of(String device, String kernel, LaunchShape shape, int n, int m) {
        var spec = DeviceSpec.named(device).orElseThrow();
        var memory = GlobalMemory.ofCapacity(32 << 20);
        var image = DeviceImage.load(PtxParser.parse(MODULE, Corpus.text(MODULE)), memory);
        var function = image.kernel(kernel).orElseThrow();
        var in = memory.allocate("in", 8 << 20, Allocation.Access.READ_WRITE).orElseThrow();
        var out = memory.allocate("out", 8 << 20, Allocation.Access.READ_WRITE).orElseThrow();
        var block = ByteBuffer.allocate(function.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
        block.putLong(in.address()).putLong(out.address()).putInt(n).putInt(m);
        var heap = new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT);
        var timer = TimingModel.of(image, spec).timer(function, shape);
        var options =
                LaunchOptions.of(LaunchLimits.of(RESIDENT, heap)).withObserver(timer.observer());
        Grid.launch(image, function, shape, block.array(), options);
        return (KernelTiming) timer.timing();
    }
}
