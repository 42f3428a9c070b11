package org.offloadtck.ptx.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.PtxModule.IsaVersion;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.Kind;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CopyShape;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.CtaGroup;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier.MoveShape;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.text.FormRequirement.Minimum;

/// Collects the requirements of an instruction on tensor memory. Source: what `ptxas` of CUDA 13.0
/// reports.
final class TensorMemoryRequirements {

    private static final IsaVersion RELEASE_8_6 = new IsaVersion(8, 6);

    /// The architectures with fifth tensor cores.
    private static final Set<Integer> TARGETS = Set.of(100, 101, 103, 110);

    /// Those whose summands can be scaled.
    private static final Set<Integer> SCALING_TARGETS = Set.of(100, 103);

    private final String stated;
    private final List<FormRequirement> list = new ArrayList<>();

    private TensorMemoryRequirements(String stated) {
        this.stated = stated;
    }

    /// The requirements of an instruction; none of one without tensor memory.
    ///
    /// @param stated the target of the module
    static List<FormRequirement> of(Operation operation, String stated) {
        var requirements = new TensorMemoryRequirements(stated);
        name(operation.opcode())
                .ifPresentOrElse(
                        name -> requirements.add(operation, name),
                        () -> requirements.groups(operation));
        return requirements.list;
    }

    private static Optional<String> name(Opcode opcode) {
        return switch (opcode) {
            case TCGEN05_ALLOC -> Optional.of("alloc");
            case TCGEN05_COMMIT, TCGEN05_COMMIT_MULTICAST -> Optional.of("commit");
            case TCGEN05_CP, TCGEN05_CP_PADDED -> Optional.of("cp");
            case TCGEN05_DEALLOC -> Optional.of("dealloc");
            case TCGEN05_FENCE -> Optional.of("fence");
            case TCGEN05_LD, TCGEN05_LD_SPLIT -> Optional.of("ld");
            case TCGEN05_MMA, TCGEN05_MMA_SCALED -> Optional.of("mma");
            case TCGEN05_MMA_SPARSE, TCGEN05_MMA_SPARSE_SCALED -> Optional.of("mma.sp");
            case TCGEN05_MMA_WS -> Optional.of("mma.ws");
            case TCGEN05_MMA_WS_SPARSE -> Optional.of("mma.ws.sp");
            case TCGEN05_RELINQUISH_ALLOC_PERMIT -> Optional.of("relinquish_alloc_permit");
            case TCGEN05_SHIFT -> Optional.of("shift");
            case TCGEN05_ST, TCGEN05_ST_SPLIT -> Optional.of("st");
            case TCGEN05_WAIT -> Optional.of("wait");
            default -> Optional.empty();
        };
    }

    private void add(Operation operation, String name) {
        shapes(operation);
        release("Feature 'tcgen05.%s'".formatted(name));
        String instruction = "Instruction 'tcgen05.%s'".formatted(name);
        if (operation.opcode() == Opcode.TCGEN05_SHIFT) {
            list.add(new FormRequirement(instruction, new Minimum.SpecificTarget(TARGETS, stated)));
        } else {
            family(instruction, TARGETS);
        }
        if (hasScale(operation)) {
            family("Feature 'argument scale-inp-d-imm'", SCALING_TARGETS);
        }
        groups(operation);
    }

    /// Copies of tensors may be for a pair of CTAs, too.
    private void groups(Operation operation) {
        for (var modifier : operation.modifiers().written()) {
            if (modifier instanceof CtaGroup || modifier instanceof Kind) {
                modifier(modifier);
            }
        }
    }

    private void shapes(Operation operation) {
        for (var modifier : operation.modifiers().written()) {
            if (modifier instanceof MoveShape || modifier instanceof CopyShape) {
                modifier(modifier);
            }
        }
    }

    private static boolean hasScale(Operation operation) {
        boolean isProduct =
                operation.opcode() == Opcode.TCGEN05_MMA
                        || operation.opcode() == Opcode.TCGEN05_MMA_SPARSE;
        int fixed = operation.opcode() == Opcode.TCGEN05_MMA_SPARSE ? 6 : 5;
        return isProduct
                && operation.operands().size() > fixed
                && operation.operands().getLast() instanceof Immediate;
    }

    /// `.kind::i8` is not in the families of `sm_100` and `sm_103`.
    private void modifier(Modifier modifier) {
        String subject = "Feature '.%s'".formatted(modifier.suffix());
        release(subject);
        if (modifier == Kind.I8) {
            list.add(
                    new FormRequirement(
                            subject, new Minimum.SpecificTarget(Set.of(100, 101, 110), stated)));
        } else {
            family(subject, TARGETS);
        }
    }

    private void release(String subject) {
        list.add(new FormRequirement(subject, new Minimum.Release(RELEASE_8_6)));
    }

    private void family(String subject, Set<Integer> targets) {
        list.add(new FormRequirement(subject, new Minimum.FamilyTarget(targets, stated)));
    }
}
