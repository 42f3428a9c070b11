package org.offloadtck.engine.bytecode;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.engine.bytecode.analysis.DefUse;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// An access through a register, or several loads through the same register value, which are
/// checked together: the offsets from `low` to `high`, excluded.
final class AccessSite {

    /// Largest distance between loads that are checked together, in bytes.
    private static final int SPAN = 1 << 12;

    private final int pc;
    private int low;
    private int high;

    /// Variable of the place in this process of the byte at `low`; -1 before it is computed.
    int place = -1;

    /// Variables of the first valid address or offset, of the number of positions from there on,
    /// and of the difference between a place and its address.
    int start;

    int positions;
    int shift;

    /// Variables of the window and of the number of accesses inside it, if they are counted one by
    /// one.
    int window;

    int count;

    private AccessSite(int pc, int low, int high) {
        this.pc = pc;
        this.low = low;
        this.high = high;
    }

    /// The first of the accesses.
    int pc() {
        return pc;
    }

    int low() {
        return low;
    }

    int bytes() {
        return high - low;
    }

    /// The key of loads that may be checked together.
    private record MergeKey(int operand, int value, int space, int bytes, int remainder) {}

    /// The sites of a phase, by program counter.
    static Map<Integer, AccessSite> of(InstructionView view, LanePhase phase) {
        var sites = new TreeMap<Integer, AccessSite>();
        var alike = new HashMap<MergeKey, AccessSite>();
        var values = new HashMap<Integer, Integer>();
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (isChecked(view, pc)) {
                sites.put(pc, site(view, pc, alike, values));
            }
            for (int row : DefUse.of(view, pc).definitions()) {
                values.merge(row, 1, Integer::sum);
            }
        }
        return sites;
    }

    private static AccessSite site(
            InstructionView view,
            int pc,
            Map<MergeKey, AccessSite> alike,
            Map<Integer, Integer> values) {
        int bytes = view.bytes(pc);
        int offset = view.x(pc);
        var fresh = new AccessSite(pc, offset, offset + bytes);
        if (!isJoined(view, pc)) {
            return fresh;
        }
        int operand = view.a(pc);
        int value = values.getOrDefault(operand, 0);
        int remainder = Math.floorMod(offset, bytes);
        var key = new MergeKey(operand, value, view.space(pc), bytes, remainder);
        var site = alike.computeIfAbsent(key, _ -> fresh);
        int low = Math.min(site.low, offset);
        int high = Math.max(site.high, offset + bytes);
        if (high - low > SPAN) {
            return fresh;
        }
        site.low = low;
        site.high = high;
        return site;
    }

    /// Whether an instruction accesses memory at an address that may be invalid.
    private static boolean isChecked(InstructionView view, int pc) {
        return LanePhase.mayDecline(view, pc) && !view.isParameter(pc);
    }

    private static boolean isJoined(InstructionView view, int pc) {
        int space = view.space(pc);
        boolean told =
                space == MemorySpace.GLOBAL
                        || space == MemorySpace.CONSTANT
                        || space == MemorySpace.SHARED;
        return told && view.op(pc) == Op.LOAD && !view.isGuarded(pc);
    }
}
