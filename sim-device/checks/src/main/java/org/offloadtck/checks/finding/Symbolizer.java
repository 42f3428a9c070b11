package org.offloadtck.checks.finding;

import java.util.List;
import java.util.Optional;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.PlacedVariable;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.engine.thread.Warp;

/// A launch, as findings speak of it.
public record Symbolizer(
        LoadedProgram image, DecodedFunction kernel, LaunchShape shape, FindingLog log) {

    /// A thread of a warp at an instruction.
    public KernelFinding.Site site(String part, Warp warp, int lane, int pc) {
        return site(part, warp.cta().position(), warp.index() * Code.LANES + lane, pc);
    }

    /// A thread that made an access.
    ///
    /// @param actor number in the grid of its warp
    public KernelFinding.Site site(String part, int actor, int lane, int pc) {
        int warps = warps();
        var cta = shape.grid().position(actor / warps);
        return site(part, cta, actor % warps * Code.LANES + lane, pc);
    }

    /// Warps of a CTA.
    int warps() {
        return Math.ceilDiv((int) shape.cta().volume(), Code.LANES);
    }

    private KernelFinding.Site site(String part, Extent3D cta, int thread, int pc) {
        var culprit = new FaultingThread(kernel.name(), cta, shape.cta().position(thread));
        var place = image.instruction(pc).location();
        return new KernelFinding.Site(
                part,
                culprit,
                new CodeLocation(image.source(pc), place.span(), place.debugLocation()));
    }

    /// Where an address is: in which allocation, or in what memory of the CTA or the thread.
    ///
    /// @param warp that goes there
    public String describe(long address, Warp warp) {
        return switch (AddressWindow.of(address)) {
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
        if (!allocation.name().equals(DeviceHeap.BLOCK_NAME)) {
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
                && NativeBytes.get(cta.shared() + variable.offset(), Long.BYTES) == address;
    }

    private static String named(String space, long offset, Optional<PlacedVariable> variable) {
        var where = "0x%x of %s memory".formatted(offset, space);
        return variable.map(found ->
                        "%s, %d bytes into %s".formatted(where, offset - found.offset(), found))
                .orElse(where);
    }

    public void report(KernelFinding.Kind kind, String problem, List<KernelFinding.Site> sites) {
        log.add(new KernelFinding(kind, problem, sites));
    }

    /// What an address is in.
    public enum AddressWindow {
        GLOBAL,
        SHARED,
        LOCAL,
        OTHER;

        public static AddressWindow of(long address) {
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
