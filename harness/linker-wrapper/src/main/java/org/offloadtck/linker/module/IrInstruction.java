package org.offloadtck.linker.module;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.offloadtck.linker.module.IrValue.Local;

/// One step of a function.
///
/// @see "LLVM Language Reference Manual, Instruction Reference"
public sealed interface IrInstruction {

    /// The call in this step, if there is one.
    default Stream<Call> calls() {
        return switch (this) {
            case Call call -> Stream.of(call);
            case Take(_, var call) -> Stream.of(call);
            case Load _, Field _, Next _, Binary _, Truncate _, Compare _, Phi _ -> Stream.empty();
            case Store _, Branch _, ConditionalBranch _, Switch _, Return _ -> Stream.empty();
        };
    }

    /// A step that yields a value.
    sealed interface Assignment extends IrInstruction {

        /// What stands for the value from now on.
        Local result();
    }

    /// Reads what `pointer` points to.
    record Load(Local result, IrValue pointer) implements Assignment {}

    /// Writes where `pointer` points to.
    record Store(IrValue value, IrValue pointer) implements IrInstruction {}

    /// The address of a field: `getelementptr inbounds`.
    record Field(Local result, IrType.Struct structure, IrValue base, int index)
            implements Assignment {}

    /// The address of the structure behind the one at `base`.
    record Next(Local result, IrType.Struct structure, IrValue base) implements Assignment {}

    /// A calculation on two values of one type.
    record Binary(Local result, Operation operation, IrValue left, IrValue right)
            implements Assignment {}

    /// What [Binary] calculates.
    enum Operation {
        AND,
        /// A logical shift to the right.
        LSHR
    }

    /// Leaves out the upper bits of a wider value.
    record Truncate(Local result, IrValue wide) implements Assignment {}

    /// A comparison, whose result is 0 or 1.
    record Compare(Local result, Relation relation, IrValue left, IrValue right)
            implements Assignment {}

    /// What [Compare] asks.
    enum Relation {
        EQ,
        NE
    }

    /// The value that belongs to the block the function came from; at the head of a block.
    ///
    /// @param incoming by the label of that block
    record Phi(Local result, SequencedMap<String, IrValue> incoming) implements Assignment {

        public Phi {
            incoming = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(incoming));
        }
    }

    /// Calls a function; a result is not used.
    record Call(FunctionDeclaration callee, List<IrValue> arguments) implements IrInstruction {

        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /// Takes the result of a call.
    record Take(Local result, Call call) implements Assignment {}

    /// Goes on in another block.
    record Branch(String target) implements IrInstruction {}

    /// Goes on in the first block if `condition` is 1, else in the second.
    record ConditionalBranch(Local condition, String then, String otherwise)
            implements IrInstruction {}

    /// Goes on in the block of the value, or in `otherwise`.
    record Switch(IrValue value, String otherwise, SequencedMap<Long, String> cases)
            implements IrInstruction {

        public Switch {
            cases = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(cases));
        }
    }

    /// Returns.
    record Return() implements IrInstruction {}
}
