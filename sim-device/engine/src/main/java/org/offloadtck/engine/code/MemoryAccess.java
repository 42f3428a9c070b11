package org.offloadtck.engine.code;

/// Encodes and decodes the access word of a load, a store or an atomic: the integer [Code#Y] of the
/// instruction.
///
/// Bits 0 to 3 are the [MemorySpace], bits 4 and 5 the logarithm of the bytes of an element. Of
/// loads and stores, bits 6 and 7 are the sign extension and the bits from 8 on the number of
/// vector elements. Of atomics, bit 6 selects the function for global memory and the bits from 8 on
/// are the index of the combining function. All methods are static and allocate nothing, for the
/// interpreter calls them with each access.
public final class MemoryAccess {

    private static final int SPACE_MASK = 0xf;
    private static final int SIZE_SHIFT = 4;
    private static final int SIZE_MASK = 3;
    private static final int EXTENSION_SHIFT = 6;
    private static final int EXTENSION_MASK = 3;
    private static final int ELEMENTS_SHIFT = 8;
    private static final int FUNCTION_SHIFT = 8;
    private static final int GLOBAL_FUNCTION_SHIFT = 6;

    private MemoryAccess() {}

    /// The word of a scalar load or store that extends no sign.
    ///
    /// @param space of [MemorySpace]
    /// @param elementBytes 1, 2, 4 or 8
    public static int word(int space, int elementBytes) {
        return space | Integer.numberOfTrailingZeros(elementBytes) << SIZE_SHIFT;
    }

    /// The word with a sign extension.
    ///
    /// @param registerBits 16, 32 or 64 if the sign is extended to so many bits, 0 if it is not
    public static int withSignExtension(int word, int registerBits) {
        int extension =
                registerBits == 0 ? 0 : Integer.numberOfTrailingZeros(registerBits / Byte.SIZE);
        return word | extension << EXTENSION_SHIFT;
    }

    /// The word of a vector access.
    ///
    /// @param elements at least 1; the operand is then an index into [Code#operandLists]
    public static int withVector(int word, int elements) {
        return word | elements << ELEMENTS_SHIFT;
    }

    /// The word of an atomic.
    ///
    /// @param function index into [Code#laneFunctions]
    /// @param globalFunctions 1 if the function after that is for global memory, 0 if the function
    ///   is for every space
    public static int withFunction(int word, int function, int globalFunctions) {
        return word | function << FUNCTION_SHIFT | globalFunctions << GLOBAL_FUNCTION_SHIFT;
    }

    /// The space, of [MemorySpace].
    public static int space(int word) {
        return word & SPACE_MASK;
    }

    /// Bytes of an element: 1, 2, 4 or 8.
    public static int elementBytes(int word) {
        return 1 << (word >>> SIZE_SHIFT & SIZE_MASK);
    }

    /// Bits to which a load extends the sign of its value: 16, 32 or 64, or [Byte#SIZE] if the
    /// value is zero-extended.
    public static int extendedBits(int word) {
        return Byte.SIZE << (word >>> EXTENSION_SHIFT & EXTENSION_MASK);
    }

    /// Whether a load extends the sign of its value.
    public static boolean extendsSign(int word) {
        return (word >>> EXTENSION_SHIFT & EXTENSION_MASK) != 0;
    }

    /// Whether a load or store has a vector operand.
    public static boolean isVector(int word) {
        return word >>> ELEMENTS_SHIFT != 0;
    }

    /// Elements of the vector of a load or store; 0 for a scalar.
    public static int vectorElements(int word) {
        return word >>> ELEMENTS_SHIFT;
    }

    /// Elements that a load or store accesses: 1 for a scalar.
    public static int elements(int word) {
        return Math.max(1, word >>> ELEMENTS_SHIFT);
    }

    /// Bytes that each lane of a load or store accesses.
    public static int bytes(int word) {
        return elements(word) * elementBytes(word);
    }

    /// Bytes that each lane of an access accesses.
    ///
    /// @param op [Op#LOAD], [Op#STORE] or [Op#ATOMIC]
    public static int bytes(int op, int word) {
        return op == Op.ATOMIC ? elementBytes(word) : bytes(word);
    }

    /// Index of the combining function of an atomic, in [Code#laneFunctions].
    public static int function(int word) {
        return word >>> FUNCTION_SHIFT;
    }

    /// Index of the combining function of an atomic on global memory, in [Code#laneFunctions].
    public static int globalFunction(int word) {
        return function(word) + (word >>> GLOBAL_FUNCTION_SHIFT & 1);
    }
}
