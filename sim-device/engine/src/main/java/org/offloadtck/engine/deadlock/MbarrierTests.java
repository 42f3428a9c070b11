package org.offloadtck.engine.deadlock;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.offloadtck.engine.decode.arithmetic.MbarrierFunctions;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.memory.SharedWindow;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.Warp;

/// The `mbarrier` objects whose phases threads test while they repeat themselves.
public final class MbarrierTests {

    /// The tests of each warp by the generic address of the object.
    private final Map<Warp, SortedMap<Long, Test>> tests = new HashMap<>();

    /// A test of an object.
    ///
    /// @param pc of the instruction that tests
    /// @param lanes that have tested
    private record Test(int pc, int lanes) {}

    void clear() {
        tests.clear();
    }

    /// Records the tests of the active lanes of a warp.
    ///
    /// @param addresses of the objects, in the flat address space
    void record(Warp warp, int pc, int active, long[] addresses) {
        var ofWarp = tests.computeIfAbsent(warp, _ -> new TreeMap<>());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            ofWarp.merge(
                    addresses[lane],
                    new Test(pc, 1 << lane),
                    (before, now) -> new Test(now.pc, before.lanes | now.lanes));
        }
    }

    /// The lanes of `mask` that have tested the same objects as a lane.
    int alike(Warp warp, int lane, int mask) {
        int alike = mask;
        for (var test : of(warp).values()) {
            alike &= (test.lanes >>> lane & 1) == 0 ? ~test.lanes : test.lanes;
        }
        return alike;
    }

    /// The objects that a lane has tested, where, and what is pending; empty if there are none.
    String describe(Warp warp, int lane, LoadedProgram program) {
        var text = new StringJoiner(" and ");
        of(warp).forEach((address, test) -> {
            if ((test.lanes >>> lane & 1) != 0) {
                text.add(describe(warp.cta(), address, test, program));
            }
        });
        return text.toString();
    }

    private SortedMap<Long, Test> of(Warp warp) {
        return tests.getOrDefault(warp, new TreeMap<>());
    }

    private static String describe(Cta user, long address, Test test, LoadedProgram program) {
        var span = program.instruction(test.pc).location().span();
        var cta =
                SharedWindow.isMapped(address)
                        ? user.cluster().ctas().get((int) SharedWindow.rank(address, 0))
                        : user;
        long offset = SharedWindow.offset(address);
        long state = NativeBytes.get(cta.shared() + offset, Long.BYTES);
        var variable =
                program.sharedVariable(cta.entry().function().name(), offset)
                        .map(found -> " in %s".formatted(found))
                        .orElse("");
        return "wait at %s for mbarrier 0x%x%s (%s)"
                .formatted(span, address, variable, MbarrierFunctions.describe(state));
    }
}
