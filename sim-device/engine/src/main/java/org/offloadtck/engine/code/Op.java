package org.offloadtck.engine.code;

/// Operations of decoded instructions: `int` constants, so that the switch of the interpreter is a
/// jump table.
///
/// Registers have 64 bits and hold narrower values zero-extended, so that one operation often
/// serves several PTX types: `AND` all of `.b16`, `.b32` and `.b64`, `MULTIPLY64` also
/// `mul.wide.u32`.
public final class Op {

    public static final int BRANCH = 0;
    public static final int BRANCH_INDEXED = 1;
    public static final int CALL = 2;
    public static final int CALL_INDIRECT = 3;

    /// Calls a function that the device provides.
    public static final int CALL_BUILTIN = 4;

    public static final int RETURN = 5;
    public static final int EXIT = 6;
    public static final int TRAP = 7;

    /// Faults: an instruction that is not supported, or a call of an undefined function.
    public static final int UNSUPPORTED = 8;

    public static final int BARRIER = 9;
    public static final int BARRIER_ARRIVE = 10;
    public static final int BARRIER_REDUCE = 11;
    public static final int WARP_BARRIER = 12;
    public static final int SHUFFLE = 13;
    public static final int VOTE = 14;
    public static final int MATCH = 15;
    public static final int WARP_REDUCE = 16;
    public static final int SLEEP = 17;

    /// Grows the frame by [Code#A] bytes, aligned to [Code#X]; [Code#D] receives the address.
    public static final int ALLOCA = 18;

    /// Sets the end of the frame to the address in [Code#A].
    public static final int STACK_RESTORE = 19;

    /// A product of matrices that a warp holds, of [Code#matrixProducts] by [Code#X]. [Code#C] is
    /// the index of its rows in [Code#operandLists]: [Code#A] of the result, then [Code#B] of
    /// operands.
    public static final int MATRIX_PRODUCT = 20;

    /// The part of a warp in a product of its warpgroup, of [Code#warpgroupProducts] by [Code#X].
    /// [Code#C] is the index of its rows in [Code#operandLists]: [Code#A] of the result, which are
    /// added if predicate [Code#Y] is true, then [Code#B] of factors and matrix descriptors.
    public static final int WARPGROUP_PRODUCT = 21;

    /// An instruction of a warp on tensor memory, of [Code#tensorMemoryInstructions] by [Code#X].
    /// [Code#C] is the index of its rows in [Code#operandLists]: [Code#A] of the results, then
    /// [Code#B] of operands.
    public static final int TENSOR_MEMORY = 22;

    /// Arrives at the barrier of the cluster.
    public static final int CLUSTER_ARRIVE = 23;

    /// Waits for the barrier of the cluster.
    public static final int CLUSTER_WAIT = 24;

    /// No operation: fences and prefetches. Simulated memory is sequentially consistent.
    public static final int NOTHING = 25;

    public static final int ACTIVE_MASK = 26;
    public static final int CLOCK = 27;
    public static final int LOAD = 28;
    public static final int STORE = 29;
    public static final int ATOMIC = 30;

    /// The address of offset [Code#X] in the frame. [Code#Y] is the upper half of the address of
    /// the local window for a generic address, or 0 for an address in local memory.
    public static final int FRAME_ADDRESS = 31;

    public static final int IS_SPACE = 32;

    /// A function of up to three registers, of [Code#laneFunctions].
    public static final int LANE_FUNCTION = 33;

    public static final int COMPARE = 34;

    /// `set`: as [#COMPARE], with the result in a register.
    public static final int COMPARE_TO_REGISTER = 35;

    public static final int SELECT = 36;

    /// Arithmetic with the carry flag.
    public static final int CARRY = 37;

    public static final int UNPACK = 38;
    public static final int PACK = 39;
    public static final int PREDICATE_MOVE = 40;
    public static final int PREDICATE_NOT = 41;
    public static final int PREDICATE_AND = 42;
    public static final int PREDICATE_OR = 43;
    public static final int PREDICATE_XOR = 44;

    /// `bfi`; [Code#X] is the row of the length, [Code#Y] the width in bits.
    public static final int BIT_INSERT = 45;

    /// Returns the end of the frame.
    public static final int STACK_SAVE = 46;

    /// Reads texels of the texture whose handle or reference is in [Code#A], as
    /// [Code#texelInstructions] of [Code#X] says. [Code#D] and [Code#B] are the indices of the
    /// results and of the coordinates in [Code#operandLists], and predicate [Code#C] becomes true
    /// if the texels are in memory.
    public static final int TEXTURE_FETCH = 47;

    /// As [#LOAD], of the surface whose handle or reference is in [Code#A], as
    /// [Code#texelInstructions] of [Code#X] says; [Code#C] is the index of the coordinates in
    /// [Code#operandLists].
    public static final int SURFACE_LOAD = 48;

    /// As [#STORE], to a surface ([#SURFACE_LOAD]).
    public static final int SURFACE_STORE = 49;

    /// Copies [Code#C] bytes to the address in [Code#A] from that in [Code#B], as [Code#bulkCopies]
    /// of [Code#X] says. [Code#D] is the row of the mask of CTAs.
    public static final int BULK_COPY = 50;

    /// Copies the box of the tensor whose map is at the address in [Code#A] from or to shared
    /// memory at the address in [Code#C], as [Code#tensorCopies] of [Code#X] says. [Code#B] is the
    /// index of the coordinates and of the mask of CTAs in [Code#operandLists], and [Code#D]
    /// receives the bytes of the box.
    public static final int TENSOR_COPY = 51;

    /// An instruction of a thread on tensor memory, of [Code#tensorMemoryInstructions] by [Code#X].
    /// [Code#C] is the index of its [Code#B] operands in [Code#operandLists], and predicate
    /// [Code#Y] says whether a summand is added.
    public static final int TENSOR_CORE = 52;

    public static final int MOVE = 53;
    public static final int ADD32 = 54;
    public static final int ADD64 = 55;
    public static final int SUBTRACT32 = 56;
    public static final int SUBTRACT64 = 57;
    public static final int MULTIPLY32 = 58;
    public static final int MULTIPLY64 = 59;
    public static final int MULTIPLY_WIDE_SIGNED = 60;
    public static final int MULTIPLY_ADD32 = 61;
    public static final int MULTIPLY_ADD64 = 62;
    public static final int MULTIPLY_ADD_WIDE_SIGNED = 63;
    public static final int AND = 64;
    public static final int OR = 65;
    public static final int XOR = 66;
    public static final int SHIFT_LEFT32 = 67;
    public static final int SHIFT_LEFT64 = 68;
    public static final int SHIFT_RIGHT = 69;
    public static final int SHIFT_RIGHT_SIGNED32 = 70;
    public static final int SHIFT_RIGHT_SIGNED64 = 71;
    public static final int MINIMUM32 = 72;
    public static final int MAXIMUM32 = 73;

    /// Signed 64-bit numbers, and unsigned ones of fewer bits.
    public static final int MINIMUM64 = 74;

    public static final int MAXIMUM64 = 75;
    public static final int SIGN_EXTEND32 = 76;
    public static final int ADD_FLOAT = 77;
    public static final int SUBTRACT_FLOAT = 78;
    public static final int MULTIPLY_FLOAT = 79;
    public static final int FMA_FLOAT = 80;
    public static final int ADD_DOUBLE = 81;
    public static final int SUBTRACT_DOUBLE = 82;
    public static final int MULTIPLY_DOUBLE = 83;
    public static final int FMA_DOUBLE = 84;

    /// The first of the operations that continue with the next instruction.
    public static final int FIRST_SEQUENTIAL = NOTHING;

    /// The first of the operations that compute a register from registers in each lane and have no
    /// other effect, so that inactive lanes may execute them, too.
    public static final int FIRST_PURE = MOVE;

    private Op() {}

    /// Whether an operation stores registers in memory or in a surface.
    public static boolean isStore(int op) {
        return op == STORE || op == SURFACE_STORE;
    }

    /// Whether an operation copies ranges of memory beside the threads.
    public static boolean isBulkCopy(int op) {
        return op == BULK_COPY || op == TENSOR_COPY;
    }

    /// Whether an operation accesses texels of a texture or surface.
    public static boolean isOnTexels(int op) {
        return op == TEXTURE_FETCH || op == SURFACE_LOAD || op == SURFACE_STORE;
    }
}
