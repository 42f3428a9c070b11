package org.offloadtck.linker.check;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.executable.HostExecutable.Contribution;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.abi.BinaryDescriptor;

/// The entries that a linked program registers with runtimes.
///
/// @param descriptors for OpenMP's runtime
/// @param called the programming models whose entries a function of the program registers one by
///   one
record RegisteredEntries(List<BinaryDescriptor> descriptors, Set<OffloadKind> called) {

    RegisteredEntries {
        descriptors = List.copyOf(descriptors);
        called = Set.copyOf(called);
    }

    static RegisteredEntries in(HostExecutable program) {
        var called = EnumSet.noneOf(OffloadKind.class);
        for (OffloadKind kind : OffloadKind.values()) {
            if (program.address(".%s.fatbin_reg".formatted(kind.label())).isPresent()) {
                called.add(kind);
            }
        }
        return new RegisteredEntries(
                RegisteredDescriptor.in(program).stream()
                        .map(RegisteredDescriptor::descriptor)
                        .toList(),
                called);
    }

    /// Whether the entries of `kind` in `part` are registered.
    boolean cover(Contribution part, OffloadKind kind) {
        return switch (kind) {
            case OPENMP -> descriptors.stream().anyMatch(one -> spans(one, part));
            case CUDA, HIP, SYCL -> called.contains(kind);
        };
    }

    private static boolean spans(BinaryDescriptor descriptor, Contribution part) {
        return descriptor.hostEntriesBegin() <= part.address()
                && part.address() + part.size() <= descriptor.hostEntriesEnd();
    }
}
