package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Collections;
import java.util.List;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.launch.HostThreads;
import org.offloadtck.engine.launch.KernelFaultException;
import org.offloadtck.engine.launch.LaunchLimits;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.launch.LaunchOptions;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.schedule.Grid;
import org.offloadtck.engine.texture.Surface;
import org.offloadtck.engine.texture.TexelFormat;
import org.offloadtck.engine.texture.TexelGrid;
import org.offloadtck.engine.texture.Texture;
import org.offloadtck.engine.texture.TextureSampling;
import org.offloadtck.engine.texture.TextureSampling.AddressMode;
import org.offloadtck.engine.texture.TextureSampling.Coordinates;
import org.offloadtck.engine.texture.TextureSampling.FilterMode;
import org.offloadtck.engine.texture.TextureSampling.Mipmap;
import org.offloadtck.engine.texture.TextureSampling.Result;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;
import org.offloadtck.timing.TimingDetail;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.trace.TraceBudget;

/// A kernel `k(in, out, n)` on a device, timed.
final class TimedKernel {

    private static final int RESIDENT = 64;

    private final TimedDevice device;
    private final GlobalMemory memory = GlobalMemory.ofCapacity(256 << 20, Arena.ofAuto());
    private final LoadedProgram image;
    private final Allocation in;
    private final Allocation out;

    private TimedKernel(String device, String ptx, long bytes) {
        this.device = TimedDevice.of(DeviceSpec.named(device).orElseThrow());
        image = ProgramLoader.load(PtxParser.parse("timed.ptx", ptx), memory);
        in = memory.allocate("in", bytes).orElseThrow();
        out = memory.allocate("out", bytes).orElseThrow();
    }

    /// A kernel with these lines in its body, `in` and `out` having `bytes` bytes each.
    ///
    /// `%rd1` is the address of `in`, `%rd2` of `out`, `%r1` is `n`, `%r2` the thread's number in
    /// its CTA, `%r3` in the grid, `%rd3` that times 4; of shared memory `s` has 16384 bytes. A
    /// read of the clock, which no instruction passes, is before the lines.
    static TimedKernel of(String device, long bytes, String body) {
        var ptx =
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n)
                {
                .reg .pred %%p<10>;
                .reg .b32 %%r<40>;
                .reg .b64 %%rd<40>;
                .reg .f32 %%f<40>;
                .reg .f64 %%d<10>;
                .shared .align 16 .b8 s[16384];
                ld.param.u64 %%rd1, [in];
                ld.param.u64 %%rd2, [out];
                ld.param.u32 %%r1, [n];
                mov.u32 %%r2, %%tid.x;
                mov.u32 %%r4, %%ntid.x;
                mov.u32 %%r5, %%ctaid.x;
                mad.lo.u32 %%r3, %%r5, %%r4, %%r2;
                mul.wide.u32 %%rd3, %%r3, 4;
                mov.u32 %%r39, %%clock;
                %s
                ret;
                }
                """
                        .formatted(body);
        return new TimedKernel(device, ptx, bytes);
    }

    /// Adds a texture, of handle 1, and a surface, of handle 2, over `in` as rows of 32 words.
    TimedKernel withTexels(FilterMode filter) {
        var format = new TexelFormat(TexelFormat.Kind.FLOAT, 4, 1);
        int rows = (int) in.size() / 128;
        var grid = new TexelGrid(in.address(), 128, in.size(), 32, rows, 1, format);
        var sampling =
                new TextureSampling(
                        Collections.nCopies(3, AddressMode.CLAMP),
                        filter,
                        Coordinates.TEXELS,
                        Result.INTEGER,
                        Collections.nCopies(4, 0f),
                        Mipmap.NONE);
        memory.textures().add(new Texture(List.of(grid), sampling));
        memory.textures().add(new Surface(grid));
        return this;
    }

    TimedDevice device() {
        return device;
    }

    /// The contents of `in` as 64-bit words.
    LongBuffer in() {
        return bytes(in).asLongBuffer();
    }

    /// Where `in` begins on the device.
    long address() {
        return in.address();
    }

    private ByteBuffer bytes(Allocation allocation) {
        return memory.slice(allocation.address(), allocation.size())
                .asByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    private DecodedFunction kernel() {
        return image.kernel("k").orElseThrow();
    }

    KernelTiming run(LaunchShape shape, int n) {
        return run(shape, n, 1);
    }

    /// As [#run(LaunchShape, int)], on so many threads of the host.
    KernelTiming run(LaunchShape shape, int n, int threads) {
        return run(shape, n, threads, TimingDetail.LAUNCH);
    }

    /// As [#run(LaunchShape, int)], with what each instruction cost.
    KernelTiming profile(LaunchShape shape, int n) {
        return profile(shape, n, 1);
    }

    /// As [#profile(LaunchShape, int)], on so many threads of the host.
    KernelTiming profile(LaunchShape shape, int n, int threads) {
        return run(shape, n, threads, TimingDetail.INSTRUCTIONS);
    }

    private KernelTiming run(LaunchShape shape, int n, int threads, TimingDetail detail) {
        return run(shape, n, threads, detail, new SecondLevelCache(device));
    }

    /// As [#run(LaunchShape, int, int)], with what earlier launches left in the cache.
    KernelTiming after(SecondLevelCache cache, LaunchShape shape, int n, int threads) {
        return run(shape, n, threads, TimingDetail.LAUNCH, cache);
    }

    private KernelTiming run(
            LaunchShape shape, int n, int threads, TimingDetail detail, SecondLevelCache cache) {
        var timer = TimingModel.of(image, device).timer(kernel(), shape, detail, cache);
        return (KernelTiming) timed(timer, shape, n, threads);
    }

    /// The time of a launch that did not execute anything.
    Timing abandoned(SecondLevelCache cache, LaunchShape shape) {
        return TimingModel.of(image, device)
                .timer(kernel(), shape, TimingDetail.LAUNCH, cache)
                .timing();
    }

    /// What a launch takes when traces of the CTAs on the device may take so many bytes.
    Timing within(long bytes, LaunchShape shape, int threads) {
        var model = TimingModel.of(image, device);
        return timed(model.timer(kernel(), shape, new TraceBudget(bytes)), shape, 0, threads);
    }

    /// What one launch takes on several devices.
    List<Timing> sweep(List<TimedDevice> devices, LaunchShape shape, int threads) {
        var sweep = new LaunchSweep(image, devices, kernel(), shape);
        launch(sweep.observer(), shape, 0, threads);
        return sweep.timings();
    }

    /// What a launch takes on another device.
    KernelTiming on(TimedDevice other, LaunchShape shape, int threads) {
        var timer = TimingModel.of(image, other).timer(kernel(), shape);
        return (KernelTiming) timed(timer, shape, 0, threads);
    }

    /// The fault of a launch, and why its time is unknown.
    List<String> fault(LaunchShape shape, int threads) {
        var timer = TimingModel.of(image, device).timer(kernel(), shape);
        var fault =
                catchThrowableOfType(
                        KernelFaultException.class,
                        () -> launch(timer.observer(), shape, 0, threads));
        return List.of(
                fault.kind().toString(),
                fault.getMessage(),
                ((Timing.Unknown) timer.timing()).reason());
    }

    private Timing timed(LaunchTimer timer, LaunchShape shape, int n, int threads) {
        launch(timer.observer(), shape, n, threads);
        return timer.timing();
    }

    private void launch(LaunchObserver observer, LaunchShape shape, int n, int threads) {
        var block = ByteBuffer.allocate(kernel().parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
        block.putLong(in.address()).putLong(out.address()).putInt(n);
        var heap = new DeviceHeap(memory, DeviceHeap.DEFAULT_LIMIT);
        Grid.launch(
                image,
                kernel(),
                shape,
                block.array(),
                LaunchOptions.of(LaunchLimits.of(RESIDENT, heap), HostThreads.of(threads))
                        .withObserver(observer));
    }

    /// How many cycles more `n` being larger by one makes, between two values of it.
    double slope(LaunchShape shape, int from, int to) {
        return (double) (run(shape, to).cycles() - run(shape, from).cycles()) / (to - from);
    }
}
