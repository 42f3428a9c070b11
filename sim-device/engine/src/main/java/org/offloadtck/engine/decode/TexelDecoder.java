package org.offloadtck.engine.decode;

import java.util.List;
import java.util.stream.IntStream;
import org.offloadtck.engine.code.CodeBuilder;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.engine.texture.TexelInstruction.CoordinateType;
import org.offloadtck.engine.texture.TexelInstruction.Fetch;
import org.offloadtck.engine.texture.TexelInstruction.HandleSource;
import org.offloadtck.engine.texture.TexelInstruction.Selection;
import org.offloadtck.engine.texture.TexelInstruction.SurfaceAccess;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.TextureModifier.ClampMode;
import org.offloadtck.ptx.ir.modifier.TextureModifier.Component;
import org.offloadtck.ptx.ir.modifier.TextureModifier.Geometry;

/// Decodes instructions on textures (PTX ISA §9.7.10) and surfaces (§9.7.11), whose handle is in a
/// register or in a variable of the module.
final class TexelDecoder {

    private final OperandDecoder operands;
    private final CodeBuilder code;

    TexelDecoder(OperandDecoder operands, CodeBuilder code) {
        this.operands = operands;
        this.code = code;
    }

    /// An operand `[handle, {x, y}]`.
    ///
    /// @param row of the handle, or of the address of the variable that has it
    private record Texel(int row, HandleSource handle, List<Operand> coordinates) {}

    void decode(Operation operation) {
        switch (operation.opcode()) {
            case SULD -> load(operation);
            case SUST -> store(operation);
            case TEX -> fetch(operation, new Selection.Base());
            case TEX_LEVEL -> fetch(operation, new Selection.Level());
            case TEX_GRAD -> fetch(operation, new Selection.Gradient());
            case TLD4 -> {
                var component = operation.modifiers().get(Component.class);
                fetch(operation, new Selection.Gather(component.channel()));
            }
            default -> throw new IllegalStateException(operation.mnemonic());
        }
    }

    private void fetch(Operation operation, Selection selection) {
        var list = operation.operands();
        var types = operation.modifiers().types();
        var type = types.getLast();
        var geometry = geometry(operation);
        if (!List.of(PtxType.F32, PtxType.S32).contains(type)
                || !List.of(PtxType.F32, PtxType.S32, PtxType.U32).contains(types.getFirst())) {
            throw new UnsupportedInstructionException("its types are not simulated");
        }
        var kind = type == PtxType.F32 ? CoordinateType.FLOAT : CoordinateType.INTEGER;
        var texel = texel(list.get(1), PtxType.TEXREF);
        var fetch = new Fetch(geometry, kind, selection, texel.handle());
        var more =
                list.stream()
                        .skip(2)
                        .flatMap(extra -> atLeast(width(fetch), elements(extra)).stream());
        int[] sources =
                IntStream.concat(
                                coordinates(geometry, texel, type),
                                more.mapToInt(each -> operands.row(each, type)))
                        .toArray();
        var result = list.getFirst();
        var first = result instanceof Operand.Pair(var vector, _) ? vector : result;
        var resident =
                result instanceof Operand.Pair(_, var predicate) ? predicate : Operand.Sink.SINK;
        int[] rows = elements(first).stream().mapToInt(operands::destination).toArray();
        if (rows.length != Fetch.RESULTS || sources.length != fetch.operands()) {
            throw new UnsupportedInstructionException("its number of operands is not simulated");
        }
        code.set(
                Op.TEXTURE_FETCH,
                code.list(rows),
                texel.row(),
                code.list(sources),
                operands.predicateDestination(resident),
                code.texels(fetch),
                0);
    }

    /// Numbers in an operand that follows the coordinates.
    private static int width(Fetch fetch) {
        return fetch.selection() instanceof Selection.Gradient ? fetch.geometry().dimensions() : 1;
    }

    private void load(Operation operation) {
        var list = operation.operands();
        var texel = texel(list.get(1), PtxType.SURFREF);
        var elements = elements(list.getFirst());
        int[] rows = elements.stream().mapToInt(operands::destination).toArray();
        int y = word(operation, rows.length);
        code.set(
                Op.SURFACE_LOAD,
                code.list(rows),
                texel.row(),
                0,
                coordinates(operation, texel),
                code.texels(access(operation, y, texel.handle())),
                y);
    }

    private void store(Operation operation) {
        var list = operation.operands();
        var texel = texel(list.getFirst(), PtxType.SURFREF);
        int[] rows =
                elements(list.get(1)).stream()
                        .mapToInt(each -> operands.row(each, operation.type()))
                        .toArray();
        int y = word(operation, rows.length);
        code.set(
                Op.SURFACE_STORE,
                0,
                texel.row(),
                code.list(rows),
                coordinates(operation, texel),
                code.texels(access(operation, y, texel.handle())),
                y);
    }

    private static int word(Operation operation, int elements) {
        int word = MemoryAccess.word(MemorySpace.GLOBAL, operation.type().bytes());
        return MemoryAccess.withVector(word, elements);
    }

    private static SurfaceAccess access(Operation operation, int word, HandleSource handle) {
        int bytes = MemoryAccess.bytes(word);
        if (bytes > 2 * Long.BYTES) {
            throw new UnsupportedInstructionException(
                    "moves %d bytes when it should be 16 at most".formatted(bytes));
        }
        return new SurfaceAccess(
                geometry(operation), bytes, operation.modifiers().get(ClampMode.class), handle);
    }

    private int coordinates(Operation operation, Texel texel) {
        return code.list(coordinates(geometry(operation), texel, PtxType.S32).toArray());
    }

    /// The rows of the coordinates: the layer, if there is one, and those of a type.
    private IntStream coordinates(Geometry geometry, Texel texel, PtxType type) {
        int layers = geometry.isLayered() ? 1 : 0;
        var used = atLeast(layers + geometry.dimensions(), texel.coordinates());
        return IntStream.range(0, used.size())
                .map(i -> operands.row(used.get(i), i < layers ? PtxType.U32 : type));
    }

    private static Geometry geometry(Operation operation) {
        var geometry = operation.modifiers().get(Geometry.class);
        return switch (geometry) {
            case LINE, PLANE, VOLUME, LINE_ARRAY, PLANE_ARRAY, CUBE, CUBE_ARRAY -> geometry;
            case MULTISAMPLE_PLANE, MULTISAMPLE_PLANE_ARRAY ->
                    throw new UnsupportedInstructionException("is not simulated");
        };
    }

    /// The texel of an operand. Two names, of a texture and of its sampler, are those of the
    /// independent mode (PTX ISA §5.3), which is not simulated.
    ///
    /// @param reference the type of a variable that the operand may name
    private Texel texel(Operand operand, PtxType reference) {
        return switch (operand) {
            case Operand.Indexed(Register handle, var coordinates) ->
                    new Texel(
                            operands.row(handle, PtxType.U64),
                            HandleSource.Register.REGISTER,
                            flat(coordinates));
            case Operand.Indexed(PtxSymbol.Global variable, var coordinates)
                    when coordinates.size() == 1 ->
                    new Texel(
                            operands.constant(operands.reference(variable, reference)),
                            new HandleSource.Variable(variable.name()),
                            flat(coordinates));
            default ->
                    throw new UnsupportedInstructionException(
                            "names a texture and a sampler when it should name a .%s variable or have the handle of an object in a register"
                                    .formatted(reference.suffix()));
        };
    }

    private static List<Operand> flat(List<Operand> coordinates) {
        return coordinates.stream().flatMap(each -> elements(each).stream()).toList();
    }

    private static List<Operand> elements(Operand operand) {
        return operand instanceof Operand.Vector(var elements) ? elements : List.of(operand);
    }

    /// The first elements; those after them fill the vector and mean nothing.
    private static List<Operand> atLeast(int count, List<Operand> elements) {
        if (elements.size() < count) {
            throw new UnsupportedInstructionException(
                    "has %d coordinates when it should have %d".formatted(elements.size(), count));
        }
        return elements.subList(0, count);
    }
}
