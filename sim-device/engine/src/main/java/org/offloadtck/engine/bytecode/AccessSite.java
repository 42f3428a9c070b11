package org.offloadtck.engine.bytecode;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.engine.bytecode.analysis.DefUse;
import org.offloadtck.engine.bytecode.analysis.InstructionView;
import org.offloadtck.engine.bytecode.analysis.LanePhase;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// An access through a register, or several loads through one of the same value, which are checked
/// as one: from the offset `low` to `high`, excluded.
final class AccessSite {

    /// Loads further apart are checked apart, in bytes.
    private static final int SPAN = 1 << 12;

    private final int pc;
    private int low;
    private int high;

    /// Variable of the place in this process of the byte at `low`; -1 before it is known.
    int place = -1;

    /// Variables of the first address, or offset, that may be accessed, of how many positions there
    /// are from there on, and of what leads from an address to its place.
    int start;

    int positions;
    int shift;

    /// Variables of the window and of how many accesses it held, when they are counted one by one.
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

    /// Loads that may be checked as one.
    private record MergeKey(int operand, int value, int space, int bytes, int remainder) {}

    /// The sites of a phase, by the program counters of their accesses.
    static Map<Integer, AccessSite> of(InstructionView listing, LanePhase phase) {
        var sites = new TreeMap<Integer, AccessSite>();
        var alike = new HashMap<MergeKey, AccessSite>();
        var values = new HashMap<Integer, Integer>();
        for (int pc = phase.from(); pc < phase.to(); pc++) {
            if (isChecked(listing, pc)) {
                sites.put(pc, site(listing, pc, alike, values));
            }
            for (int row : DefUse.of(listing, pc).definitions()) {
                values.merge(row, 1, Integer::sum);
            }
        }
        return sites;
    }

    private static AccessSite site(
            InstructionView listing,
            int pc,
            Map<MergeKey, AccessSite> alike,
            Map<Integer, Integer> values) {
        int bytes = listing.bytes(pc);
        int offset = listing.x(pc);
        var fresh = new AccessSite(pc, offset, offset + bytes);
        if (!isJoined(listing, pc)) {
            return fresh;
        }
        int operand = listing.a(pc);
        int value = values.getOrDefault(operand, 0);
        int remainder = Math.floorMod(offset, bytes);
        var key = new MergeKey(operand, value, listing.space(pc), bytes, remainder);
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

    /// Whether an instruction accesses memory by an address that may be wrong.
    private static boolean isChecked(InstructionView listing, int pc) {
        return LanePhase.mayDecline(listing, pc) && !MemoryAccessEmitter.isParameter(listing, pc);
    }

    private static boolean isJoined(InstructionView listing, int pc) {
        int space = listing.space(pc);
        boolean told =
                space == MemorySpace.GLOBAL
                        || space == MemorySpace.CONSTANT
                        || space == MemorySpace.SHARED;
        return told && listing.op(pc) == Op.LOAD && !listing.isGuarded(pc);
    }
}
