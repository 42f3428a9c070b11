package org.offloadtck.engine.access;

import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.MemoryAccess;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaneFault;
import org.offloadtck.engine.launch.LaunchObserver;
import org.offloadtck.engine.memory.NativeBytes;
import org.offloadtck.engine.sampling.TexelAccess;
import org.offloadtck.engine.sampling.TextureUnit;
import org.offloadtck.engine.texture.Surface;
import org.offloadtck.engine.texture.TexelInstruction;
import org.offloadtck.engine.texture.TexelInstruction.CoordinateType;
import org.offloadtck.engine.texture.TexelInstruction.Fetch;
import org.offloadtck.engine.texture.TexelInstruction.HandleSource;
import org.offloadtck.engine.texture.TexelInstruction.Selection;
import org.offloadtck.engine.texture.TexelInstruction.SurfaceAccess;
import org.offloadtck.engine.texture.Texture;
import org.offloadtck.engine.texture.TextureObject;
import org.offloadtck.engine.texture.TextureObjects;
import org.offloadtck.engine.thread.LaneGroup;
import org.offloadtck.engine.thread.Warp;

/// Executes instructions on textures and surfaces. The observer learns of all texels of an
/// instruction before the first is accessed, because an address depends on the object.
public final class TexelInstructions {

    private final MemoryInstructions memory;
    private final LaunchObserver observer;
    private final TextureObjects objects;
    private final int[] words;
    private final int[] lists;
    private final List<TexelInstruction> instructions;
    private final TextureUnit unit = new TextureUnit();
    private final TexelAccess surfaceAccess = new TexelAccess();
    private final Texture[] textures = new Texture[Code.LANES];
    private final long[] places = new long[Code.LANES];
    private final int[] results = new int[Fetch.RESULTS];

    public TexelInstructions(MemoryInstructions memory, LaunchObserver observer) {
        var code = memory.image().code();
        this.memory = memory;
        this.observer = observer;
        this.objects = memory.image().memory().textures();
        this.words = code.words();
        this.lists = code.operandLists();
        this.instructions = code.texelInstructions();
    }

    /// Executes the next instruction of a group, which is on a texture or surface.
    public void execute(Warp warp, LaneGroup group, int active) {
        int at = group.pc() * Code.STRIDE;
        memory.order(group.pc());
        switch (instructions.get(words[at + Code.X])) {
            case Fetch fetch -> fetch(warp, group, active, fetch);
            case SurfaceAccess access -> access(warp, group, active, access);
        }
        memory.order(group.pc());
    }

    private void fetch(Warp warp, LaneGroup group, int active, Fetch fetch) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        long[] r = warp.registers();
        int handles = warp.row(words[at + Code.A], base);
        int bytes = Integer.MAX_VALUE;
        int before = Integer.numberOfTrailingZeros(active);
        textures[before] = texture(handle(warp, group, fetch, r[handles + before], before), before);
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            textures[lane] =
                    r[handles + lane] == r[handles + before]
                            ? textures[before]
                            : texture(handle(warp, group, fetch, r[handles + lane], lane), lane);
            before = lane;
            bytes = Math.min(bytes, textures[lane].format().bytes());
        }
        unit.begin(bytes);
        double[] operands = new double[fetch.operands()];
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            for (int i = 0; i < operands.length; i++) {
                long bits = r[warp.row(lists[words[at + Code.B] + i], base) + lane];
                operands[i] = number(fetch, i, bits);
            }
            unit.select(lane, textures[lane], fetch, operands);
        }
        observer.texelsAccessed(warp, group, active, unit.access());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            unit.read(
                    lane,
                    textures[lane],
                    fetch,
                    (by, address, size) ->
                            memory.part(warp, group.pc(), by, address, size, AccessKind.LOAD),
                    results);
            for (int i = 0; i < results.length; i++) {
                int row = warp.row(lists[words[at + Code.D] + i], base);
                r[row + lane] = Integer.toUnsignedLong(results[i]);
            }
        }
        warp.setPredicate(words[at + Code.C], group.frame().firstPredicate(), active, active);
    }

    /// An operand of a fetch as a number: the layer is unsigned.
    private static double number(Fetch fetch, int operand, long bits) {
        if (operand == 0 && fetch.geometry().isLayered()) {
            return Integer.toUnsignedLong((int) bits);
        }
        return fetch.coordinates() == CoordinateType.INTEGER
                        && !(fetch.selection() instanceof Selection.Gradient)
                ? (int) bits
                : Float.intBitsToFloat((int) bits);
    }

    /// The handle of an object.
    ///
    /// @param operand the handle, or the address of the variable that has it
    private long handle(
            Warp warp, LaneGroup group, TexelInstruction instruction, long operand, int lane) {
        return switch (instruction.handle()) {
            case HandleSource.Register _ -> operand;
            case HandleSource.Variable(var name) -> {
                long place =
                        memory.part(warp, group.pc(), lane, operand, Long.BYTES, AccessKind.LOAD);
                long handle = NativeBytes.get(place, Long.BYTES);
                if (handle == 0) {
                    throw unbound(instruction, name, lane);
                }
                yield handle;
            }
        };
    }

    private static LaneFault unbound(TexelInstruction instruction, String name, int lane) {
        return new LaneFault(
                FaultKind.OUT_OF_BOUNDS,
                lane,
                switch (instruction) {
                    case Fetch _ ->
                            "texture reference '%s' is not bound to memory or an array"
                                    .formatted(name);
                    case SurfaceAccess _ ->
                            "surface reference '%s' is not bound to an array".formatted(name);
                });
    }

    private Texture texture(long handle, int lane) {
        return switch (object(handle, lane, "texture")) {
            case Texture texture -> texture;
            case Surface _ -> throw wrong(handle, lane, "texture");
        };
    }

    private Surface surface(long handle, int lane) {
        return switch (object(handle, lane, "surface")) {
            case Surface surface -> surface;
            case Texture _ -> throw wrong(handle, lane, "surface");
        };
    }

    private TextureObject object(long handle, int lane, String wanted) {
        return objects.find(handle).orElseThrow(() -> wrong(handle, lane, wanted));
    }

    private LaneFault wrong(long handle, int lane, String wanted) {
        return new LaneFault(
                objects.isDestroyed(handle) ? FaultKind.USE_AFTER_FREE : FaultKind.OUT_OF_BOUNDS,
                lane,
                "handle 0x%x is %s when it should be a %s object"
                        .formatted(handle, objects.describe(handle), wanted));
    }

    private void access(Warp warp, LaneGroup group, int active, SurfaceAccess access) {
        int at = group.pc() * Code.STRIDE;
        int base = group.frame().firstRow();
        long[] r = warp.registers();
        int handles = warp.row(words[at + Code.A], base);
        int[] coordinates = new int[access.operands()];
        surfaceAccess.begin(access.bytes());
        for (int rest = active; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            for (int i = 0; i < coordinates.length; i++) {
                coordinates[i] = (int) r[warp.row(lists[words[at + Code.C] + i], base) + lane];
            }
            places[lane] =
                    SurfaceAddress.of(
                            surface(handle(warp, group, access, r[handles + lane], lane), lane),
                            access,
                            coordinates,
                            lane);
            if (places[lane] != SurfaceAddress.OUTSIDE) {
                surfaceAccess.add(lane, 0, places[lane]);
            }
        }
        observer.texelsAccessed(warp, group, active, surfaceAccess);
        for (int rest = active; rest != 0; rest &= rest - 1) {
            move(warp, group, Integer.numberOfTrailingZeros(rest), access.bytes());
        }
    }

    /// Loads or stores the elements of a lane. Outside of the surface, a load returns 0.
    private void move(Warp warp, LaneGroup group, int lane, int bytes) {
        int at = group.pc() * Code.STRIDE;
        int y = words[at + Code.Y];
        boolean loads = words[at] == Op.SURFACE_LOAD;
        boolean isInside = places[lane] != SurfaceAddress.OUTSIDE;
        var kind = loads ? AccessKind.LOAD : AccessKind.STORE;
        long place = isInside ? memory.part(warp, group.pc(), lane, places[lane], bytes, kind) : 0;
        int size = MemoryAccess.elementBytes(y);
        int operand = words[at + (loads ? Code.D : Code.B)];
        for (int e = 0; e < MemoryAccess.elements(y); e++) {
            int named = MemoryAccess.isVector(y) ? lists[operand + e] : operand;
            int row = warp.row(named, group.frame().firstRow()) + lane;
            if (loads) {
                warp.registers()[row] =
                        isInside ? NativeBytes.get(place + (long) e * size, size) : 0;
            } else if (isInside) {
                NativeBytes.put(place + (long) e * size, size, warp.registers()[row]);
            }
        }
    }
}
