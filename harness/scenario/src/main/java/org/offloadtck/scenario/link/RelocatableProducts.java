package org.offloadtck.scenario.link;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.LinkerWrapper;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.StaticLinker;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.relocatable.RelocatableLink;
import org.offloadtck.linker.relocatable.RelocatableObject;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.scenario.world.World;

/// The outputs of the relocatable links of a scenario, in order.
public final class RelocatableProducts {

    private static final Imports RUNTIME = Imports.ofRuntime();

    private final World world;
    private final List<RelocatableObject> products = new ArrayList<>();

    public RelocatableProducts(World world) {
        this.world = world;
    }

    /// Merges files without the offload toolchain.
    void merge(List<LinkInput> inputs) {
        products.add(RelocatableLink.plain(nextName(), inputs));
    }

    /// Links files to an object with the settings of `wrapper`.
    void link(LinkerWrapper wrapper, List<LinkInput> inputs) {
        products.add(wrapper.linkRelocatable(nextName(), inputs));
    }

    /// Links files with wrapper objects.
    void link(List<ElfObject> wrappers, List<LinkInput> inputs) {
        products.add(new RelocatableLink(world.profile()).offload(nextName(), wrappers, inputs));
    }

    private String nextName() {
        return products.isEmpty() ? "product.o" : "product%d.o".formatted(products.size() + 1);
    }

    RelocatableObject last() {
        if (products.isEmpty()) {
            throw new IllegalStateException("no step linked an object");
        }
        return products.getLast();
    }

    /// Every output, in order.
    List<ElfObject> all() {
        return products.stream().map(RelocatableObject::elf).toList();
    }

    /// The outputs as inputs of a later link.
    List<LinkInput> files() {
        return products.stream()
                .map(product -> LinkInput.read(product.elf().source(), product.elf().write()))
                .toList();
    }

    /// Links `inputs` without the offload toolchain.
    HostExecutable program(List<LinkInput> inputs) {
        return StaticLinker.link(inputs, RUNTIME);
    }

    /// The diagnostics of a link of `inputs`; none if it succeeds.
    List<LinkDiagnostic> refusal(List<LinkInput> inputs) {
        try {
            program(inputs);
            return List.of();
        } catch (LinkException refusal) {
            return refusal.diagnostics();
        }
    }
}
