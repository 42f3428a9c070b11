package org.offloadtck.engine.systemcall;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import org.offloadtck.engine.code.CallSite;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.deviceruntime.DeviceRuntimeCall;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.CallFrame;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.engine.thread.Warp;

/// The call of one lane: its arguments and its result in its local memory.
record LaneCall(LoadedProgram program, Warp warp, LaneGroup group, CallSite site, int lane)
        implements DeviceRuntimeCall {

    /// Longest string that is read from device memory, in bytes.
    private static final int MAX_STRING = 1 << 16;

    private CallFrame frame() {
        return group.frame();
    }

    /// An argument, or 0 if the call has fewer.
    @Override
    public long argument(int index) {
        if (index >= site.arguments().size()) {
            return 0;
        }
        var piece = site.arguments().get(index);
        long at = warp.localMemory().at(frame().localStart() + piece.offset(), lane);
        return NativeBytes.get(at, piece.size());
    }

    void result(long value) {
        if (!site.results().isEmpty()) {
            var piece = site.results().getFirst();
            long at = warp.localMemory().at(frame().localStart() + piece.offset(), lane);
            NativeBytes.put(at, piece.size(), value);
        }
    }

    /// The bytes of a string in device memory up to its zero byte, as characters 0 to 255.
    String string(long address) {
        var bytes = new byte[MAX_STRING];
        int length = 0;
        while (length < MAX_STRING) {
            byte next = (byte) load(address + length, 1);
            if (next == 0) {
                break;
            }
            bytes[length++] = next;
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /// The string of an argument, empty for a null pointer.
    String text(int index) {
        return argument(index) == 0 ? "" : string(argument(index));
    }

    long load(long address, int size) {
        var memory = program.memory();
        long window = AddressSpace.window(address);
        long offset = address - window;
        if (window == AddressSpace.LOCAL && offset <= frame().localEnd() - size) {
            return NativeBytes.get(warp.localMemory().at(offset, lane), size);
        }
        if (window == AddressSpace.SHARED && offset <= warp.cta().sharedSize() - size) {
            return NativeBytes.get(warp.cta().shared() + offset, size);
        }
        if (memory.find(address, size).isPresent()) {
            return NativeBytes.get(address + memory.hostOffset(), size);
        }
        try (var arena = Arena.ofConfined()) {
            long place = arena.allocate(size, size).address();
            if (memory.isOutside(address) && memory.host().read(address, place, size)) {
                return NativeBytes.get(place, size);
            }
        }
        throw new LaneFault(
                FaultKind.OUT_OF_BOUNDS,
                lane,
                "argument at 0x%x is %s".formatted(address, memory.describe(address)));
    }

    @Override
    public int word(int index, int word) {
        int offset = site.arguments().get(index).offset() + word * Integer.BYTES;
        long at = warp.localMemory().at(frame().localStart() + offset, lane);
        return (int) NativeBytes.get4(at);
    }

    /// Writes what a function of the device runtime returns through a pointer.
    @Override
    public void store(long address, int size, long value) {
        var memory = program.memory();
        long window = AddressSpace.window(address);
        long offset = address - window;
        if (window == AddressSpace.LOCAL && offset <= frame().localEnd() - size) {
            NativeBytes.put(warp.localMemory().at(offset, lane), size, value);
        } else if (window == AddressSpace.SHARED && offset <= warp.cta().sharedSize() - size) {
            NativeBytes.put(warp.cta().shared() + offset, size, value);
        } else if (memory.find(address, size).isPresent()) {
            NativeBytes.put(address + memory.hostOffset(), size, value);
            memory.observer().written(address, size);
        } else {
            throw new LaneFault(
                    FaultKind.OUT_OF_BOUNDS,
                    lane,
                    "result at 0x%x is %s".formatted(address, memory.describe(address)));
        }
    }

    @Override
    public long thread() {
        return warp.cta().linearIndex() * LaunchShape.MAX_CTA_THREADS
                + (long) warp.index() * Code.LANES
                + lane;
    }

    @Override
    public long localBytes() {
        return frame().localEnd();
    }

    @Override
    public long sharedBytes() {
        return warp.cta().sharedSize();
    }
}
