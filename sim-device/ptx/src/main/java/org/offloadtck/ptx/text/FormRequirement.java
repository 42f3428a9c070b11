package org.offloadtck.ptx.text;

import java.util.List;
import java.util.Set;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.PtxModule.IsaVersion;

/// The first release of PTX or the first architecture that has a form of an instruction.
///
/// It is known for `barrier.cluster`, `cp.async`, `elect`, `fence`, `griddepcontrol`, `lop3` with a
/// predicate, `getctarank`, `mapa`, `mbarrier`, `.shared::cta`, `.shared::cluster` and the special
/// registers of reserved shared memory, `setmaxnreg`, `tcgen05` and `wgmma`. Source: what `ptxas`
/// of CUDA 13.0 reports for each release from 6.0 on and each architecture from `sm_30` on;
/// subjects have its words.
///
/// @param subject such as `Feature 'elect'`
public record FormRequirement(String subject, Minimum minimum) {

    /// What a module must state at least.
    public sealed interface Minimum {

        /// In `.version`.
        record Release(IsaVersion version) implements Minimum {}

        /// In `.target`.
        record Target(int number) implements Minimum {}

        /// In `.target`, exactly: an architecture whose PTX other architectures do not run.
        ///
        /// @param numbers of those whose names end in `a`
        /// @param stated what the module states
        record SpecificTarget(Set<Integer> numbers, String stated) implements Minimum {

            public SpecificTarget {
                numbers = Set.copyOf(numbers);
            }
        }

        /// In `.target`, exactly: an architecture whose PTX only others of its family run.
        ///
        /// @param numbers of those whose names end in `a` or `f`
        /// @param stated what the module states
        record FamilyTarget(Set<Integer> numbers, String stated) implements Minimum {

            public FamilyTarget {
                numbers = Set.copyOf(numbers);
            }
        }
    }

    /// The requirements of an instruction that a module does not meet, in the order of `ptxas`.
    public static List<FormRequirement> unmet(Operation operation, PtxModule module) {
        return FormRequirements.of(operation, module.target().architecture()).stream()
                .filter(requirement -> !requirement.isMetBy(module))
                .toList();
    }

    private boolean isMetBy(PtxModule module) {
        return switch (minimum) {
            case Minimum.Release(var version) -> module.version().compareTo(version) >= 0;
            case Minimum.Target(int number) -> module.target().number() >= number;
            case Minimum.SpecificTarget(var numbers, _) ->
                    module.target().isSpecific() && numbers.contains(module.target().number());
            case Minimum.FamilyTarget(var numbers, _) ->
                    (module.target().isSpecific() || module.target().isOfFamily())
                            && numbers.contains(module.target().number());
        };
    }

    /// The message of `ptxas`.
    public String problem() {
        return switch (minimum) {
            case Minimum.Release(var version) ->
                    "%s requires PTX ISA .version %s or later".formatted(subject, version);
            case Minimum.Target(int number) ->
                    "%s requires .target sm_%d or higher".formatted(subject, number);
            case Minimum.SpecificTarget(_, var stated) -> unsupported(stated);
            case Minimum.FamilyTarget(_, var stated) -> unsupported(stated);
        };
    }

    private String unsupported(String stated) {
        return "%s not supported on .target '%s'".formatted(subject, stated);
    }
}
