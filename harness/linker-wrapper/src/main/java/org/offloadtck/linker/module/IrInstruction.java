package org.offloadtck.linker.module;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.offloadtck.linker.module.IrValue.Local;

/// An instruction of a function.
///
/// @see "LLVM Language Reference Manual, Instruction Reference"
public sealed interface IrInstruction {

    /// The call in this instruction, if there is one.
    default Stream<Call> calls() {
        return switch (this) {
            case Call call -> Stream.of(call);
            case Take(_, var call) -> Stream.of(call);
            case Load _, Field _, Next _, Binary _, Truncate _, Compare _, Phi _ -> Stream.empty();
            case Store _, Branch _, ConditionalBranch _, Switch _, Return _ -> Stream.empty();
        };
    }

    /// An instruction with a result.
    sealed interface Assignment extends IrInstruction {

        /// The local value that names the result.
        Local result();
    }

    /// Loads from `pointer`.
    record Load(Local result, IrValue pointer) implements Assignment {}

    /// Stores `value` to `pointer`.
    record Store(IrValue value, IrValue pointer) implements IrInstruction {}

    /// The address of a field: `getelementptr inbounds`.
    record Field(Local result, IrType.Struct structure, IrValue base, int index)
            implements Assignment {}

    /// The address of the next structure after `base`.
    record Next(Local result, IrType.Struct structure, IrValue base) implements Assignment {}

    /// A binary operation on two values of one type.
    record Binary(Local result, Operation operation, IrValue left, IrValue right)
            implements Assignment {}

    /// The operation of a [Binary].
    enum Operation {
        AND,
        /// A logical shift to the right.
        LSHR
    }

    /// Drops the upper bits of a wider value.
    record Truncate(Local result, IrValue wide) implements Assignment {}

    /// A comparison; its result is 0 or 1.
    record Compare(Local result, Relation relation, IrValue left, IrValue right)
            implements Assignment {}

    /// The predicate of a [Compare].
    enum Relation {
        EQ,
        NE
    }

    /// A phi: the value for the predecessor block that control flow came from. At the head of a
    /// block only.
    ///
    /// @param incoming by the label of the predecessor
    record Phi(Local result, SequencedMap<String, IrValue> incoming) implements Assignment {

        public Phi {
            incoming = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(incoming));
        }
    }

    /// Calls a function and ignores its result.
    record Call(FunctionDeclaration callee, List<IrValue> arguments) implements IrInstruction {

        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /// The result of a call.
    record Take(Local result, Call call) implements Assignment {}

    /// Branches to a block.
    record Branch(String target) implements IrInstruction {}

    /// Branches to `then` if `condition` is 1, else to `otherwise`.
    record ConditionalBranch(Local condition, String then, String otherwise)
            implements IrInstruction {}

    /// Branches to the block of the value, or to `otherwise`.
    record Switch(IrValue value, String otherwise, SequencedMap<Long, String> cases)
            implements IrInstruction {

        public Switch {
            cases = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(cases));
        }
    }

    /// Returns.
    record Return() implements IrInstruction {}
}
