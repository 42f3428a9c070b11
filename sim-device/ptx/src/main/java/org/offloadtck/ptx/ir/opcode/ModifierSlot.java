package org.offloadtck.ptx.ir.opcode;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.ptx.ir.modifier.AtomicOperation;
import org.offloadtck.ptx.ir.modifier.BooleanOperator;
import org.offloadtck.ptx.ir.modifier.CacheHint;
import org.offloadtck.ptx.ir.modifier.ComparisonOperator;
import org.offloadtck.ptx.ir.modifier.IntegerModifier.PackedInteger;
import org.offloadtck.ptx.ir.modifier.IntegerModifier.PermuteMode;
import org.offloadtck.ptx.ir.modifier.IntegerModifier.ShiftBound;
import org.offloadtck.ptx.ir.modifier.MatrixModifier;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.TensorMemoryModifier;
import org.offloadtck.ptx.ir.modifier.MemoryScope;
import org.offloadtck.ptx.ir.modifier.MemorySemantics;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.NumberClass;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.Rounding;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.modifier.TextureModifier;
import org.offloadtck.ptx.ir.modifier.VectorWidth;
import org.offloadtck.ptx.ir.modifier.VideoModifier;
import org.offloadtck.ptx.ir.modifier.WarpMode;

/// A position in an [InstructionForm] that takes one word of a fixed set.
enum ModifierSlot {
    /// The semantics of a wait for a barrier of a cluster.
    ACQUIRE("acquires", MemorySemantics.ACQUIRE),
    /// The semantics of an arrival at an `mbarrier` or at a barrier of a cluster.
    ARRIVAL("arrival", MemorySemantics.RELEASE, MemorySemantics.RELAXED),
    ATOMIC("atomic", AtomicOperation.values()),
    BITOP("bitop", MatrixModifier.BitOperation.values()),
    BOOL("bool", BooleanOperator.values()),
    BOUND("bound", ShiftBound.values()),
    /// The destinations of bulk copies from global memory.
    BULK_INTO("bulkInto", StateSpace.SHARED_CTA, StateSpace.SHARED_CLUSTER),
    CLASS("class", NumberClass.values()),
    CMP("cmp", ComparisonOperator.values()),
    /// The operators by which `lop3` combines its result with a predicate.
    COMBINE("combine", BooleanOperator.AND, BooleanOperator.OR),
    COMPONENT("component", TextureModifier.Component.values()),
    COP("cop", CacheHint.Operator.values()),
    /// The type of `mbarrier` objects.
    B64("b64", PtxType.B64),
    /// The type of the words of tensor memory.
    B32("b32", PtxType.B32),
    COLLECTOR_A("collectorA", collectors("a")),
    COLLECTOR_B("collectorB", collectors("b0", "b1", "b2", "b3")),
    COPY_SHAPE("copyShape", TensorMemoryModifier.CopyShape.values()),
    CTA_GROUP("ctaGroup", TensorMemoryModifier.CtaGroup.values()),
    /// The only scope of barriers of a CTA; those of a cluster are other instructions.
    CTA("cta", MemoryScope.CTA),
    COUNT("count", MatrixModifier.MatrixCount.values()),
    EVICT("evict", CacheHint.EvictionPriority.values()),
    EVICT_L2("evict2", CacheHint.SecondLevelPriority.values()),
    FRAGMENT("fragment", MatrixModifier.Fragment.values()),
    GEOMETRY("geometry", TextureModifier.Geometry.values()),
    /// The scopes of operations on `mbarrier` objects.
    GROUP("group", MemoryScope.CTA, MemoryScope.CLUSTER),
    HINT("hint", CacheHint.Policy.values()),
    IN_GLOBAL("inGlobal", StateSpace.GLOBAL),
    /// The semantics of an access of memory-mapped input or output.
    IO("io", MemorySemantics.MMIO),
    KIND("kind", MatrixModifier.Kind.F8F6F4),
    /// The kinds of products whose factors are scaled by blocks.
    KIND_OF_BLOCKS("scaledKind", kinds(true)),
    /// The kinds of products whose summand can be scaled.
    KIND_OF_SCALE("halfKind", MatrixModifier.Kind.F16, MatrixModifier.Kind.TF32),
    KIND_OF_TENSOR("tensorKind", kinds(false)),
    SCALE_TYPE("scaleType", MatrixModifier.ScaleType.values()),
    SCALE_VECTOR("vector", MatrixModifier.ScaleVector.values()),
    LAYOUT("layout", MatrixModifier.Layout.values()),
    MAP_DIMENSION("mapDimension", TextureModifier.MapDimension.values()),
    MAP_FIELD("mapField", TextureModifier.MapField.values()),
    MEMBAR_LEVEL("membarLevel", MemoryScope.MembarLevel.values()),
    METADATA("metadata", MatrixModifier.Metadata.values()),
    MOVE_SHAPE("moveShape", moveShapes()),
    MOVE_TWICE("splitShape", TensorMemoryModifier.MoveShape.L16_B32_TWICE),
    MULTICAST_WARPS("warps", TensorMemoryModifier.WarpMulticast.values()),
    PACKED("packed", PackedInteger.values()),
    PACKING("packing", MatrixModifier.Packing.values()),
    LAUNCH_COORDINATE("coordinate", WarpMode.LaunchCoordinate.values()),
    PADDED("padded", MatrixModifier.Packing.B6X16_P32, MatrixModifier.Packing.B4X16_P64),
    PART("part", ProductPart.values()),
    PERMUTE("permute", PermuteMode.values()),
    PREFETCH("size", CacheHint.PrefetchSize.values()),
    PROXY("proxies", MemorySemantics.Proxy.values()),
    RANK("rank", TextureModifier.Rank.values()),
    RELAXED("relaxes", MemorySemantics.RELAXED),
    RELEASE("releases", MemorySemantics.RELEASE),
    RESTRICTION("restrict", MemorySemantics.Restriction.values()),
    REPETITION("repeat", TensorMemoryModifier.Repetition.values()),
    RND("rnd", roundings()),
    SCALE("scale", VideoModifier.Scale.values()),
    SCALES("scales", scales()),
    SCOPE("scope", MemoryScope.values()),
    /// Rounding by random bits, an operand of its own.
    STOCHASTIC("stochastic", Rounding.RS),
    SECOND("second", VideoModifier.SecondOperation.values()),
    SEM("sem", semantics()),
    SHAPE("shape", MatrixModifier.Shape.values()),
    /// Shared memory of the CTA of the thread.
    SHARED("shared", StateSpace.SHARED, StateSpace.SHARED_CTA),
    /// Shared memory of the CTA or of its cluster.
    CLUSTERED("clustered", StateSpace.SHARED, StateSpace.SHARED_CTA, StateSpace.SHARED_CLUSTER),
    OF_CLUSTER("ofCluster", StateSpace.SHARED_CLUSTER),
    SHUFFLE("shuffle", WarpMode.Shuffle.values()),
    SPACE("space", StateSpace.values()),
    SURFACE("surface", TextureModifier.ClampMode.values()),
    VEC("vec", VectorWidth.values()),
    VOTE("vote", WarpMode.Vote.values()),
    /// The semantics of a wait for an `mbarrier`.
    WAITING("waiting", MemorySemantics.ACQUIRE, MemorySemantics.RELAXED),
    /// The types of asynchronous stores.
    ASYNC_TYPE(
            "stored",
            PtxType.B32,
            PtxType.B64,
            PtxType.U32,
            PtxType.U64,
            PtxType.S32,
            PtxType.S64,
            PtxType.F32,
            PtxType.F64),
    /// Any type.
    TYPE("type", PtxType.values()),
    /// A type of the elements of a matrix.
    ELEMENT("element", elements()),
    /// The types of the factors of `wgmma` whose major order can be stated.
    HALF("half", PtxType.F16, PtxType.BF16),
    /// The types of the factors of `wgmma` that can only be negated.
    SCALED_FACTOR("scaled", scaledFactors()),
    /// The 8-bit integer types.
    BYTE("byte", PtxType.S8, PtxType.U8),
    /// The type of the single bits of `wgmma`.
    BIT("bit", MatrixModifier.SubByteType.B1),
    /// The types of the accumulator of `wgmma`.
    ACCUMULATOR("sum", PtxType.F16, PtxType.F32, PtxType.S32),
    WARPGROUP_SHAPE("warpgroupShape", warpgroupShapes()),
    /// A type of untyped bits, 16 wide or more.
    BITS("bits", types(t -> t.kind() == PtxType.Kind.BITS && t.bits() >= Short.SIZE)),
    /// A type of untyped bits, or `.pred`.
    LOGIC(
            "logic",
            types(t ->
                    t == PtxType.PRED
                            || (t.kind() == PtxType.Kind.BITS && t.bits() >= Short.SIZE))),
    /// An integer type, 16 wide or more.
    INT("int", types(t -> isInteger(t) && t.bits() >= Short.SIZE)),
    FLOAT("float", types(t -> t.kind() == PtxType.Kind.FLOAT)),
    /// The type of the result of arithmetic on two types.
    SINGLE("single", PtxType.F32),
    /// The types of two floating-point numbers.
    PAIR("pair", types(t -> t.kind() == PtxType.Kind.FLOAT && t.numbers() == 2)),
    /// The types of four floating-point numbers.
    QUAD("quad", types(t -> t.kind() == PtxType.Kind.FLOAT && t.numbers() == 4)),
    /// An integer type, 16 wide or more, or a floating-point type.
    NUM(
            "num",
            types(t -> t.kind() == PtxType.Kind.FLOAT || (isInteger(t) && t.bits() >= Short.SIZE))),
    /// `.u32` or `.s32`.
    WORD("word", PtxType.U32, PtxType.S32),
    PRED("pred", types(t -> t == PtxType.PRED));

    private static final Map<String, ModifierSlot> BY_NAME = byName();

    private final String slotName;

    @SuppressWarnings("ImmutableEnumChecker") // made by Collectors.toUnmodifiableMap
    private final Map<String, Modifier> words;

    ModifierSlot(String slotName, Modifier... words) {
        this.slotName = slotName;
        this.words =
                Stream.of(words).collect(Collectors.toUnmodifiableMap(Modifier::suffix, m -> m));
    }

    /// The slot that forms refer to by that name.
    static Optional<ModifierSlot> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /// The modifier that a word denotes in this slot.
    Optional<Modifier> read(String word) {
        return Optional.ofNullable(words.get(word));
    }

    private static Map<String, ModifierSlot> byName() {
        return Stream.of(values())
                .collect(Collectors.toUnmodifiableMap(slot -> slot.slotName, slot -> slot));
    }

    private static Modifier[] roundings() {
        return Stream.of(Rounding.values())
                .filter(each -> each != Rounding.RS)
                .toArray(Modifier[]::new);
    }

    private static Modifier[] collectors(String... buffers) {
        return Stream.of(buffers)
                .flatMap(buffer ->
                        Stream.of(TensorMemoryModifier.Collector.Use.values())
                                .map(use -> new TensorMemoryModifier.Collector(buffer, use)))
                .toArray(Modifier[]::new);
    }

    private static Modifier[] moveShapes() {
        return Stream.of(TensorMemoryModifier.MoveShape.values())
                .filter(shape -> shape != TensorMemoryModifier.MoveShape.L16_B32_TWICE)
                .toArray(Modifier[]::new);
    }

    private static Modifier[] scales() {
        return Stream.concat(
                        Stream.of(MatrixModifier.ScaleVector.values()),
                        Stream.of(TensorMemoryModifier.BlockSize.values()))
                .toArray(Modifier[]::new);
    }

    private static Modifier[] kinds(boolean scaled) {
        return Stream.of(MatrixModifier.Kind.values())
                .filter(kind -> kind.isScaled() == scaled)
                .toArray(Modifier[]::new);
    }

    private static Modifier[] semantics() {
        return Stream.of(MemorySemantics.values())
                .filter(each -> each != MemorySemantics.MMIO)
                .toArray(Modifier[]::new);
    }

    private static Modifier[] warpgroupShapes() {
        return MatrixModifier.WarpgroupShape.all().toArray(Modifier[]::new);
    }

    private static Modifier[] scaledFactors() {
        return Stream.concat(
                        Stream.of(PtxType.TF32), Stream.of(MatrixModifier.ByteFloatType.values()))
                .toArray(Modifier[]::new);
    }

    private static Modifier[] elements() {
        var whole =
                types(t ->
                        switch (t) {
                            case F16, BF16, TF32, F32, F64, S32, U8, S8 -> true;
                            default -> false;
                        });
        return Stream.<Modifier[]>of(
                        whole,
                        MatrixModifier.ByteFloatType.values(),
                        MatrixModifier.NarrowFloatType.values(),
                        MatrixModifier.SubByteType.values())
                .flatMap(Stream::of)
                .toArray(Modifier[]::new);
    }

    private static boolean isInteger(PtxType type) {
        return type.kind() == PtxType.Kind.SIGNED || type.kind() == PtxType.Kind.UNSIGNED;
    }

    private static PtxType[] types(Predicate<PtxType> which) {
        return Arrays.stream(PtxType.values()).filter(which).toArray(PtxType[]::new);
    }
}
