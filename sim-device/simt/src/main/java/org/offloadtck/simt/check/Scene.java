package org.offloadtck.simt.check;

import java.util.List;
import java.util.Optional;
import org.offloadtck.simt.execution.Cta;
import org.offloadtck.simt.execution.Extent;
import org.offloadtck.simt.execution.KernelFaultException.Culprit;
import org.offloadtck.simt.execution.KernelFaultException.Location;
import org.offloadtck.simt.execution.LaunchShape;
import org.offloadtck.simt.execution.Warp;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.DeviceFunction;
import org.offloadtck.simt.image.DeviceImage;
import org.offloadtck.simt.image.PlacedVariable;
import org.offloadtck.simt.memory.AddressSpace;
import org.offloadtck.simt.memory.Allocation;
import org.offloadtck.simt.memory.Bytes;
import org.offloadtck.simt.memory.DeviceHeap;

/// A launch, as findings speak of it.
record Scene(DeviceImage image, DeviceFunction kernel, LaunchShape shape, FindingLog log) {

    /// A thread of a warp at an instruction.
    Finding.Site site(String part, Warp warp, int lane, int pc) {
        return site(part, warp.cta().position(), warp.index() * Code.LANES + lane, pc);
    }

    /// A thread that made an access.
    ///
    /// @param actor number in the grid of its warp
    Finding.Site site(String part, int actor, int lane, int pc) {
        int warps = warps();
        var cta = shape.grid().position(actor / warps);
        return site(part, cta, actor % warps * Code.LANES + lane, pc);
    }

    /// Warps of a CTA.
    int warps() {
        return Math.ceilDiv((int) shape.cta().volume(), Code.LANES);
    }

    private Finding.Site site(String part, Extent cta, int thread, int pc) {
        var culprit = new Culprit(kernel.name(), cta, shape.cta().position(thread));
        var place = image.instruction(pc).place();
        return new Finding.Site(
                part, culprit, new Location(image.source(pc), place.span(), place.origin()));
    }

    /// Where an address is: in which allocation, or in what memory of the CTA or the thread.
    ///
    /// @param warp that goes there
    String describe(long address, Warp warp) {
        return switch (Window.of(address)) {
            case GLOBAL ->
                    image.memory()
                            .find(address, 1)
                            .map(found ->
                                    "0x%x, %d bytes into %s%s"
                                            .formatted(
                                                    address,
                                                    address - found.address(),
                                                    found,
                                                    holder(found, warp.cta())))
                            .orElseGet(() -> "0x%x".formatted(address));
            case SHARED -> {
                long offset = address - AddressSpace.SHARED;
                yield named("shared", offset, image.sharedVariable(kernel.name(), offset));
            }
            case LOCAL -> {
                long offset = address - AddressSpace.LOCAL;
                yield named("local", offset, image.localVariable(offset));
            }
            case OTHER -> "0x%x".formatted(address);
        };
    }

    /// The shared variable that a block of `malloc` is known by, if there is one.
    private String holder(Allocation allocation, Cta cta) {
        if (!allocation.name().equals(DeviceHeap.BLOCK)) {
            return "";
        }
        return image.sharedVariables(kernel.name()).stream()
                .filter(variable -> points(variable, cta, allocation.address()))
                .findFirst()
                .map(", which %s points to"::formatted)
                .orElse("");
    }

    private static boolean points(PlacedVariable variable, Cta cta, long address) {
        return variable.size() == Long.BYTES
                && variable.offset() <= cta.sharedSize() - Long.BYTES
                && Bytes.get(cta.shared() + variable.offset(), Long.BYTES) == address;
    }

    private static String named(String space, long offset, Optional<PlacedVariable> variable) {
        var where = "0x%x of %s memory".formatted(offset, space);
        return variable.map(found ->
                        "%s, %d bytes into %s".formatted(where, offset - found.offset(), found))
                .orElse(where);
    }

    void found(Finding.Kind kind, String problem, List<Finding.Site> sites) {
        log.found(new Finding(kind, problem, sites));
    }

    /// What an address is in.
    enum Window {
        GLOBAL,
        SHARED,
        LOCAL,
        OTHER;

        static Window of(long address) {
            long window = AddressSpace.window(address);
            if (window == AddressSpace.GLOBAL) {
                return GLOBAL;
            }
            if (window == AddressSpace.SHARED) {
                return SHARED;
            }
            return window == AddressSpace.LOCAL ? LOCAL : OTHER;
        }
    }
}
