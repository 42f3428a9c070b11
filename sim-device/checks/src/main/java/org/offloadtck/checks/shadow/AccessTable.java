package org.offloadtck.checks.shadow;

import java.util.Arrays;

/// The accesses of a launch, numbered in the order of their first execution: the warp, the
/// instruction and the group of lanes.
///
/// Accesses of one group at one instruction share a number until an event orders the group with
/// others, so that a loop does not fill the table. A *cell* is such a number and a lane in an
/// `int`; 0 is no access. Numbers continue from launch to launch, so that the accesses of earlier
/// launches in a cell are recognised by their number.
public final class AccessTable {

    private static final int LANE_BITS = 5;
    private static final int FIRST_ROOM = 1 << 10;

    /// Numbers there are at most; a cell stays positive.
    private static final int MOST = 1 << (Integer.SIZE - 1 - LANE_BITS);

    /// Accesses of a launch before unused numbers are freed.
    private static final int MANY = 1 << 20;

    private int base;
    private int last;
    private int[] actors = new int[FIRST_ROOM];
    private int[] counters = new int[FIRST_ROOM];
    private int[] masks = new int[FIRST_ROOM];

    /// The last number at each instruction, or 0.
    private int[] latest = new int[0];

    private int most = MANY;

    /// Whether it is time to [#compact].
    public boolean isCrowded() {
        return last - base >= most;
    }

    /// Whether numbers run out, so that [#reset] is due before the next launch.
    public boolean isSpent() {
        return last > MOST / 2;
    }

    /// Starts a launch: the numbers so far belong to earlier launches.
    ///
    /// @param instructions of its image
    public void begin(int instructions) {
        base = last;
        most = MANY;
        latest = new int[instructions];
    }

    /// Starts numbers at 1 again; no cell may hold one.
    public void reset() {
        base = 0;
        last = 0;
        Arrays.fill(latest, 0);
    }

    /// The last number of earlier launches.
    public int base() {
        return base;
    }

    /// The last number in use.
    public int last() {
        return last;
    }

    /// The number of an access: the last one of the instruction, if the same lanes made it after
    /// `since`, or else a new one.
    public int number(int actor, int pc, int mask, int since) {
        int found = latest[pc];
        return found > since && actors[found - base] == actor && masks[found - base] == mask
                ? found
                : add(actor, pc, mask);
    }

    private int add(int actor, int pc, int mask) {
        last++;
        int at = last - base;
        if (at == actors.length) {
            actors = Arrays.copyOf(actors, 2 * at);
            counters = Arrays.copyOf(counters, 2 * at);
            masks = Arrays.copyOf(masks, 2 * at);
        }
        actors[at] = actor;
        counters[at] = pc;
        masks[at] = mask;
        latest[pc] = last;
        return last;
    }

    public static int cell(int number, int lane) {
        return number << LANE_BITS | lane;
    }

    public static int number(int cell) {
        return cell >>> LANE_BITS;
    }

    public static int lane(int cell) {
        return cell & (1 << LANE_BITS) - 1;
    }

    /// The warp of an access of this launch, by its number in the grid.
    public int actor(int number) {
        return actors[number - base];
    }

    public int counter(int number) {
        return counters[number - base];
    }

    /// The lanes of the group that made the access.
    public int mask(int number) {
        return masks[number - base];
    }

    /// Renumbers the used accesses of this launch without gaps.
    ///
    /// @param isUsed for each number after [#base], up to [#last]
    /// @return for each such number how many used ones there are up to it
    public int[] compact(boolean[] isUsed) {
        int[] moved = new int[last - base + 1];
        int next = 0;
        for (int i = 1; i < moved.length; i++) {
            if (isUsed[i]) {
                next++;
                actors[next] = actors[i];
                counters[next] = counters[i];
                masks[next] = masks[i];
            }
            moved[i] = next;
        }
        last = base + next;
        most = Math.max(MANY, 2 * next);
        Arrays.fill(latest, 0);
        return moved;
    }
}
