package org.offloadtck.calibration.benchmark;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import org.offloadtck.calibration.benchmark.KernelBenchmark.InitialContents;
import org.offloadtck.calibration.benchmark.KernelBenchmark.Operand;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.plugin.LaunchSize.Dim3;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.figures.Quantity;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.replay.TimingModel;

/// The time of a microbenchmark on a device with figures that no published range allows, which the
/// plugin SPI has no way to ask for.
///
/// @param figures that replace those of the table
record ModelledKernel(DeviceSpec device, Map<Quantity, Long> figures) {

    private static final int CAPACITY = 256 << 20;
    private static final int RESIDENT = 64;

    long cycles(KernelBenchmark benchmark, int size) {
        var memory = GlobalMemory.ofCapacity(CAPACITY, Arena.ofAuto());
        var module = benchmark.module();
        var image = ProgramLoader.load(PtxParser.parse(module.name(), module.text()), memory);
        var kernel = image.kernel(benchmark.name().kernel()).orElseThrow();
        var setup = benchmark.setup().apply(size);
        var block = ByteBuffer.allocate(kernel.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (var operand : setup.operands()) {
            switch (operand) {
                case Operand.Constant(var value) ->
                        block.put(value.bytes().toArray(ValueLayout.JAVA_BYTE));
                case Operand.Buffer(long bytes, var contents) ->
                        block.putLong(allocate(memory, bytes, contents));
            }
        }
        var shape = shape(setup.size().groups(), setup.size().groupSize());
        var timing = TimedDevice.of(device).timing().imagined(figures);
        var timer = TimingModel.of(image, new TimedDevice(device, timing)).timer(kernel, shape);
        var limits = LaunchLimits.of(RESIDENT, new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT));
        Grid.launch(
                image,
                kernel,
                shape,
                block.array(),
                LaunchOptions.of(limits, HostThreads.ofProcessors())
                        .withObserver(timer.observer()));
        return ((KernelTiming) timer.timing()).cycles();
    }

    private static long allocate(GlobalMemory memory, long bytes, InitialContents contents) {
        var allocation = memory.allocate("buffer", bytes).orElseThrow();
        var data = memory.slice(allocation.address(), bytes);
        switch (contents) {
            case InitialContents.Pattern _ -> data.fill((byte) 0);
            case InitialContents.PointerChase(int stride) -> {
                long[] places = new long[Math.toIntExact(bytes / stride)];
                Arrays.setAll(places, i -> allocation.address() + (long) stride * i);
                for (int i = 0; i < places.length; i++) {
                    data.set(
                            ValueLayout.JAVA_LONG_UNALIGNED,
                            (long) stride * i,
                            places[(i + 1) % places.length]);
                }
            }
        }
        return allocation.address();
    }

    private static LaunchShape shape(Dim3 groups, Dim3 size) {
        return LaunchShape.of(groups.x(), size.x());
    }
}
