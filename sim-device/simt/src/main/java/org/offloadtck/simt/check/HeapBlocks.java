package org.offloadtck.simt.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.simt.execution.Group;
import org.offloadtck.simt.execution.Warp;
import org.offloadtck.simt.memory.Allocation;

/// What kernels allocated, and where.
final class HeapBlocks {

    private static final int FIRST_ROOM = 1024;

    private final Map<Allocation, Finding.Site> blocks = new LinkedHashMap<>();
    private int room = FIRST_ROOM;
    private List<Call> calls = List.of();

    /// Lanes that call a function of the device's, one after another.
    private record Call(Scene scene, Warp warp, Group group) {}

    void calls(Scene scene, Warp warp, Group group) {
        calls = List.of(new Call(scene, warp, group));
    }

    /// A kernel's call has allocated a block.
    void allocated(Allocation block) {
        for (var call : calls) {
            int lane = Integer.numberOfTrailingZeros(call.group().mask());
            var site = call.scene().site("malloc", call.warp(), lane, call.group().pc());
            if (blocks.size() >= room) {
                blocks.keySet().removeIf(Allocation::isFreed);
                room = Math.max(FIRST_ROOM, 2 * blocks.size());
            }
            blocks.put(block, site);
        }
    }

    /// Tells of what was not freed, and forgets it.
    void tell(FindingLog log) {
        blocks.forEach((block, site) -> {
            if (!block.isFreed()) {
                log.found(
                        new Finding(
                                Finding.Kind.LEAK,
                                "%d bytes that a kernel allocated were never freed"
                                        .formatted(block.size()),
                                List.of(site)));
            }
        });
        blocks.clear();
    }
}
