package org.offloadtck.linker.module;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.offloadtck.linker.module.IrFunction.Block;
import org.offloadtck.linker.module.IrInstruction.Operation;
import org.offloadtck.linker.module.IrInstruction.Relation;
import org.offloadtck.linker.module.IrValue.Literal;
import org.offloadtck.linker.module.IrValue.Local;

/// Constructors of random instructions: they load a constant, branch on computed values, and pass
/// all values to a function.
final class RandomModule {

    private static final IrType.Struct INPUT =
            new IrType.Struct(
                    "input", List.of(IrType.I64, IrType.I16, IrType.I32, IrType.I64, IrType.I32));

    private static final List<IrType> ALTERNATING =
            IntStream.range(0, 10)
                    .mapToObj(index -> index % 2 == 0 ? IrType.I64 : IrType.I32)
                    .toList();

    private static final FunctionDeclaration RECORD =
            new FunctionDeclaration("record", IrType.VOID, ALTERNATING);

    private static final FunctionDeclaration MIX =
            new FunctionDeclaration("mix", IrType.I64, ALTERNATING.subList(0, 8));

    private final Random random;
    private final List<IrInstruction> steps = new ArrayList<>();
    private final List<IrValue> longs = new ArrayList<>();
    private final List<IrValue> ints = new ArrayList<>();
    private int names;

    private RandomModule(Random random) {
        this.random = random;
    }

    static IrModule of(long seed, int functions) {
        var random = new Random(seed);
        var code = new ArrayList<IrFunction>();
        var constructors = new ArrayList<IrModule.Structor>();
        for (int index = 0; index < functions; index++) {
            String name = "f" + index;
            code.add(new RandomModule(random).function(name));
            constructors.add(new IrModule.Structor(1000 + index, name));
        }
        return new IrModule(
                List.of(input(random)), List.of(), code, constructors, List.of(), Map.of());
    }

    private static IrGlobal input(Random random) {
        var fields =
                INPUT.fields().stream()
                        .<IrConstant>map(type -> new IrConstant.Int(type, number(random, type)))
                        .toList();
        return IrGlobal.Definition.constant("input", new IrConstant.Structure(INPUT, fields));
    }

    private static long number(Random random, IrType type) {
        long mask = type.size() == Long.BYTES ? -1 : (1L << (type.size() * Byte.SIZE)) - 1;
        return random.nextLong() & mask;
    }

    private IrFunction function(String name) {
        for (int field = 0; field < INPUT.fields().size(); field++) {
            load(field);
        }
        IntStream.range(0, 12).forEach(_ -> step());
        var head = new ArrayList<>(steps);
        var selector = new Local("selector", IrType.I32);
        head.add(
                new IrInstruction.Binary(
                        selector, Operation.AND, any(ints), new Literal(IrType.I32, 3)));
        var cases = new LinkedHashMap<Long, String>();
        cases.put(0L, "zero");
        cases.put(2L, "two");
        head.add(new IrInstruction.Switch(selector, "other", cases));
        return new IrFunction(
                name,
                List.of(),
                ".text.startup",
                List.of(
                        new Block("entry", head),
                        passing("zero", "join"),
                        branching(),
                        passing("more", "join"),
                        passing("other", "join"),
                        join()));
    }

    private Block passing(String label, String target) {
        return new Block(label, List.of(new IrInstruction.Branch(target)));
    }

    private Block branching() {
        var condition = new Local("condition", IrType.I1);
        var relation = random.nextBoolean() ? Relation.EQ : Relation.NE;
        return new Block(
                "two",
                List.of(
                        new IrInstruction.Compare(condition, relation, any(longs), any(longs)),
                        new IrInstruction.ConditionalBranch(condition, "more", "join")));
    }

    private Block join() {
        var incoming = new LinkedHashMap<String, IrValue>();
        for (String from : List.of("zero", "two", "more", "other")) {
            incoming.put(from, any(longs));
        }
        var joined = new Local("joined", IrType.I64);
        var arguments = new ArrayList<>(arguments(10));
        arguments.set(8, joined);
        return new Block(
                "join",
                List.of(
                        new IrInstruction.Phi(joined, incoming),
                        new IrInstruction.Call(RECORD, arguments),
                        new IrInstruction.Return()));
    }

    private void load(int field) {
        IrType type = INPUT.fields().get(field);
        var pointer = fresh(IrType.POINTER);
        var value = fresh(type);
        steps.add(new IrInstruction.Field(pointer, INPUT, new IrValue.Symbol("input"), field));
        steps.add(new IrInstruction.Load(value, pointer));
        if (type.equals(IrType.I64)) {
            longs.add(value);
        } else if (type.equals(IrType.I32)) {
            ints.add(value);
        }
    }

    private void step() {
        boolean wide = random.nextBoolean();
        IrType type = wide ? IrType.I64 : IrType.I32;
        List<IrValue> values = wide ? longs : ints;
        var result = fresh(type);
        switch (random.nextInt(4)) {
            case 0 ->
                    steps.add(
                            new IrInstruction.Binary(
                                    result, Operation.AND, any(values), any(values)));
            case 1 ->
                    steps.add(
                            new IrInstruction.Binary(
                                    result,
                                    Operation.LSHR,
                                    any(values),
                                    new Literal(type, random.nextInt(wide ? 64 : 32))));
            case 2 ->
                    steps.add(
                            new IrInstruction.Binary(
                                    result,
                                    Operation.AND,
                                    any(values),
                                    new Literal(type, random.nextInt(Integer.MAX_VALUE))));
            default ->
                    steps.add(
                            wide
                                    ? new IrInstruction.Take(
                                            result, new IrInstruction.Call(MIX, arguments(8)))
                                    : new IrInstruction.Truncate(result, any(longs)));
        }
        values.add(result);
    }

    private List<IrValue> arguments(int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> any(index % 2 == 0 ? longs : ints))
                .toList();
    }

    private IrValue any(List<IrValue> values) {
        return values.get(random.nextInt(values.size()));
    }

    private Local fresh(IrType type) {
        return new Local("v" + names++, type);
    }
}
