package org.offloadtck.checks.finding;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.checks.finding.MemoryLocation.InAllocation;
import org.offloadtck.checks.finding.MemoryLocation.InWindow;
import org.offloadtck.checks.finding.MemoryLocation.InWindow.PlacedName;
import org.offloadtck.checks.finding.MemoryLocation.NamedMemory;
import org.offloadtck.checks.finding.MemoryLocation.OutsideBlock;
import org.offloadtck.checks.finding.MemoryLocation.Unallocated;
import org.offloadtck.checks.shadow.AddressWindow;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.launch.DeviceRuntimeProblem;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.InvalidHeapAccess;
import org.offloadtck.engine.launch.KernelFaultException.CodeLocation;
import org.offloadtck.engine.launch.KernelFaultException.FaultingThread;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.memory.DeviceHeap;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.program.PlacedVariable;
import org.offloadtck.engine.thread.Cta;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.engine.thread.Warp;
import org.offloadtck.ptx.ir.Variable;

/// Finds the source lines, threads and variables of a launch that program counters, lanes and
/// addresses stand for.
///
/// @param log receives the findings of the launch
public record Symbolizer(
        LoadedProgram image, DecodedFunction kernel, LaunchShape shape, FindingLog log) {

    /// The site of a lane of a warp at an instruction.
    public Site site(ThreadAction action, Warp warp, int lane, int pc) {
        return site(action, warp.cta().position(), warp.index() * Code.LANES + lane, pc);
    }

    /// The site of a lane of a warp that may no longer be resident.
    ///
    /// @param warp its number in the grid
    public Site site(ThreadAction action, int warp, int lane, int pc) {
        int warps = Math.ceilDiv((int) shape.cta().volume(), Code.LANES);
        var cta = shape.grid().position(warp / warps);
        return site(action, cta, warp % warps * Code.LANES + lane, pc);
    }

    /// The site of a thread at an instruction.
    public Site site(ThreadAction action, Extent3D cta, int thread, int pc) {
        var place = image.instruction(pc).location();
        return site(
                action,
                new FaultingThread(kernel.name(), cta, shape.cta().position(thread)),
                new CodeLocation(image.source(pc), place.span(), place.debugLocation()),
                image.functionOf(pc).name());
    }

    private Site site(
            ThreadAction action, FaultingThread thread, CodeLocation location, String function) {
        return new Site(action, thread, location, function, kernelVariables());
    }

    /// Reports an access to the heap outside its live blocks.
    public void report(InvalidHeapAccess access) {
        var kind =
                access.kind() == FaultKind.USE_AFTER_FREE
                        ? KernelFinding.Kind.USE_AFTER_FREE
                        : KernelFinding.Kind.OUT_OF_BOUNDS;
        var site =
                site(ThreadAction.HeapAccess.HEAP_ACCESS, access.thread(), access.location(), "");
        var pointers = access.pointers().stream().map(Symbolizer::named).toList();
        report(new Defect.OutsideHeapBlock(kind, access.problem(), pointers), List.of(site));
    }

    /// Reports a problem of a call of the device runtime.
    public void report(DeviceRuntimeProblem problem) {
        var site =
                site(ThreadAction.DeviceCall.DEVICE_CALL, problem.thread(), problem.location(), "");
        report(new Defect.DeviceApiError(problem.problem()), List.of(site));
    }

    private List<String> kernelVariables() {
        return image.module().variables().stream()
                .map(Variable::name)
                .filter(name -> name.startsWith(kernel.name()))
                .map(name -> name.substring(kernel.name().length()))
                .toList();
    }

    /// The allocation or variable that contains an address.
    ///
    /// @param warp whose shared and local memory the address may be in
    public MemoryLocation locate(long address, Warp warp) {
        return switch (AddressWindow.of(address)) {
            case GLOBAL ->
                    image.memory()
                            .find(address, 1)
                            .<MemoryLocation>map(found ->
                                    new InAllocation(
                                            address,
                                            new NamedMemory(found.name(), found.size()),
                                            found.address(),
                                            pointers(found, warp.cta())))
                            .orElseGet(() -> unallocated(address, warp.cta()));
            case SHARED -> {
                long offset = address - AddressSpace.SHARED;
                yield placed(
                        InWindow.Window.SHARED,
                        offset,
                        image.sharedVariable(kernel.name(), offset));
            }
            case LOCAL -> {
                long offset = address - AddressSpace.LOCAL;
                yield placed(InWindow.Window.LOCAL, offset, image.localVariable(offset));
            }
            case OTHER -> new Unallocated(address);
        };
    }

    private MemoryLocation unallocated(long address, Cta cta) {
        if (!image.memory().isInHeap(address, 1)) {
            return new Unallocated(address);
        }
        var pointers =
                image.memory()
                        .nearest(address)
                        .map(block -> pointers(block, cta))
                        .orElse(List.of());
        return new OutsideBlock(address, image.memory().describe(address), pointers);
    }

    /// The shared variable that points to a block of `malloc`: it names the block.
    private List<NamedMemory> pointers(Allocation allocation, Cta cta) {
        if (!allocation.name().equals(DeviceHeap.BLOCK_NAME)) {
            return List.of();
        }
        return cta.pointerTo(image, allocation.address()).map(Symbolizer::named).stream().toList();
    }

    private static NamedMemory named(PlacedVariable variable) {
        return new NamedMemory(variable.name(), variable.size());
    }

    private static InWindow placed(
            InWindow.Window window, long offset, Optional<PlacedVariable> variable) {
        return new InWindow(
                window,
                offset,
                variable
                        .map(found -> new PlacedName(named(found), offset - found.offset()))
                        .stream()
                        .toList());
    }

    public void report(Defect defect, List<Site> sites) {
        log.add(new KernelFinding(defect, sites));
    }

    /// Reports a finding whose defect is expensive to determine.
    ///
    /// @param sites at least one
    /// @param defect of this kind; not called if the finding was reported before
    /// @return whether the finding was reported before
    public boolean report(KernelFinding.Kind kind, List<Site> sites, Supplier<Defect> defect) {
        boolean isRepeated = log.hasReported(kind, sites);
        if (!isRepeated) {
            report(defect.get(), sites);
        }
        return isRepeated;
    }
}
