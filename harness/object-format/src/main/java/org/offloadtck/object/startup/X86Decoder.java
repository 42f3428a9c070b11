package org.offloadtck.object.startup;

import java.util.Optional;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.startup.X86Instruction.Absolute;
import org.offloadtck.object.startup.X86Instruction.Based;
import org.offloadtck.object.startup.X86Instruction.Computed;
import org.offloadtck.object.startup.X86Instruction.NoOperand;
import org.offloadtck.object.startup.X86Instruction.Operand;
import org.offloadtck.object.startup.X86Instruction.Operation;
import org.offloadtck.object.startup.X86Instruction.Register;
import org.offloadtck.object.startup.X86Instruction.Relative;

/// Decodes one x86-64 instruction of 64-bit mode.
///
/// Source: *Intel 64 and IA-32 Architectures Software Developer's Manual*, volume 2, chapter 2
/// ("Instruction Format") and appendix A.3 (opcode maps).
final class X86Decoder {

    /// The bytes that follow each opcode of the one-byte map: `n` none, `b` and `w` an immediate of
    /// 8 and 16 bits, `z` of 32 bits or 16 with prefix 0x66, `v` of 32 bits or 64 with REX.W, `o`
    /// an address of 64 bits, `j` and `J` a distance of 8 and 32 bits, `m` an operand, `M` and `Z`
    /// an operand and an immediate, `g` and `G` an operand and, for `test`, an immediate, `-` not
    /// decoded.
    private static final String ONE_BYTE =
            "mmmmbz--mmmmbz--mmmmbz--mmmmbz--mmmmbz--mmmmbz--mmmmbz--mmmmbz--"
                    + "----------------nnnnnnnnnnnnnnnn---m----zZbMnnnnjjjjjjjjjjjjjjjj"
                    + "MZ-Mmmmmmmmmmmmmnnnnnnnnnn-nnnnnoooonnnnbznnnnnnbbbbbbbbvvvvvvvv"
                    + "MMwn--MZ-nwnnb-nmmmm---nmmmmmmmmjjjjbbbbJJ-jnnnn-n--nngGnnnnnnmm";

    /// The same for the map of opcodes after 0x0f.
    private static final String TWO_BYTE =
            "mmmm-nnnnn-n-m--mmmmmmmmmmmmmmmmmmmm----mmmmmmmmnnnnnn-n--------"
                    + "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmMMMMmmmn----mmmm"
                    + "JJJJJJJJJJJJJJJJmmmmmmmmmmmmmmmmnnnmMm--nnnmMmmmmmmmmmmmmmMmmmmm"
                    + "mmMmMMMmnnnnnnnnmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm";

    private static final int TWO_BYTE_MAP = 1;
    private static final int MAP_38 = 2;
    private static final int MAP_3A = 3;

    private final long start;
    private final Cursor next;
    private int map;
    private int opcode;
    private boolean isWide;
    private boolean isShort;
    private boolean isVector;
    private boolean isRepeated;
    private int registerHigh;
    private int indexHigh;
    private int baseHigh;
    private int field;
    private Operand operand = new NoOperand();
    private long number;
    private int numberAt;

    private X86Decoder(ObjectBytes code, long start) {
        this.start = start;
        this.next = code.cursor(start);
    }

    /// The instruction at `start`; empty if it is none that the decoder knows.
    static Optional<X86Instruction> decode(ObjectBytes code, long start) {
        try {
            return new X86Decoder(code, start).instruction();
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    private Optional<X86Instruction> instruction() {
        opcode();
        char form = form();
        if (form == '-') {
            return Optional.empty();
        }
        if ("mMZgG".indexOf(form) >= 0) {
            operand();
        }
        number(form);
        var operation = isVector ? Operation.NOTHING : operation();
        return Optional.of(
                new X86Instruction(operation, position(), target(), operand, number, numberAt));
    }

    private int position() {
        return (int) (next.position() - start);
    }

    private int target() {
        boolean inOpcode = map == 0 && (opcode & 0xf0) == 0x50;
        return inOpcode ? (opcode & 7) | baseHigh : field;
    }

    private void opcode() {
        int octet = prefixes();
        if ((octet & 0xf0) == 0x40) {
            rex(octet);
            octet = next.u8("opcode");
        }
        switch (octet) {
            case 0xc4 -> vector(3);
            case 0xc5 -> vector(2);
            case 0x62 -> vector(4);
            case 0x0f -> escaped();
            default -> opcode = octet;
        }
    }

    private int prefixes() {
        while (true) {
            int octet = next.u8("prefix");
            switch (octet) {
                case 0x66 -> isShort = true;
                case 0xf2, 0xf3 -> isRepeated = true;
                case 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0xf0 -> {}
                default -> {
                    return octet;
                }
            }
        }
    }

    private void rex(int octet) {
        isWide = (octet & 8) != 0;
        registerHigh = (octet & 4) << 1;
        indexHigh = (octet & 2) << 2;
        baseHigh = (octet & 1) << 3;
    }

    private void escaped() {
        map = TWO_BYTE_MAP;
        opcode = next.u8("opcode");
        if (opcode == 0x38 || opcode == 0x3a) {
            map = opcode == 0x38 ? MAP_38 : MAP_3A;
            opcode = next.u8("opcode");
        }
    }

    /// A VEX or EVEX prefix, of `size` bytes with the first, and the opcode.
    private void vector(int size) {
        isVector = true;
        int first = next.u8("vector prefix");
        map = size == 2 ? TWO_BYTE_MAP : first & (size == 3 ? 0x1f : 7);
        for (int octet = 2; octet < size; octet++) {
            next.u8("vector prefix");
        }
        opcode = next.u8("opcode");
    }

    private char form() {
        return switch (map) {
            case 0 -> ONE_BYTE.charAt(opcode);
            case TWO_BYTE_MAP -> TWO_BYTE.charAt(opcode);
            case MAP_38 -> 'm';
            case MAP_3A -> 'M';
            default -> '-';
        };
    }

    private void operand() {
        int octet = next.u8("operand");
        int mode = octet >> 6;
        int base = octet & 7;
        field = (octet >> 3 & 7) | registerHigh;
        if (mode == 3) {
            operand = new Register(base | baseHigh);
        } else if (base == 4) {
            scaled(mode, next.u8("index"));
        } else if (mode == 0 && base == 5) {
            int at = position();
            operand = new Relative((int) next.u32("distance"), at);
        } else {
            operand = new Based(base | baseHigh, displacement(mode));
        }
    }

    private void scaled(int mode, int octet) {
        int base = octet & 7;
        boolean isIndexed = ((octet >> 3 & 7) | indexHigh) != 4;
        if (mode == 0 && base == 5) {
            int at = position();
            long address = (int) next.u32("address");
            operand = isIndexed ? new Computed() : new Absolute(address, at);
        } else {
            long displacement = displacement(mode);
            operand = isIndexed ? new Computed() : new Based(base | baseHigh, displacement);
        }
    }

    private long displacement(int mode) {
        return switch (mode) {
            case 1 -> (byte) next.u8("displacement");
            case 2 -> (int) next.u32("displacement");
            default -> 0;
        };
    }

    private void number(char form) {
        numberAt = position();
        switch (form) {
            case 'b', 'M', 'j' -> number = (byte) next.u8("number");
            case 'w' -> number = next.u16("number");
            case 'J' -> number = (int) next.u32("number");
            case 'z', 'Z' -> wide();
            case 'v' -> immediate();
            case 'o' -> number = next.i64("number");
            case 'g', 'G' -> {
                if ((field & 7) < 2 && form == 'g') {
                    number = (byte) next.u8("number");
                } else if ((field & 7) < 2) {
                    wide();
                }
            }
            default -> {}
        }
    }

    private void immediate() {
        if (isWide) {
            number = next.i64("number");
        } else {
            number = isShort ? next.u16("number") : next.u32("number");
        }
    }

    private void wide() {
        number = isShort ? (short) next.u16("number") : (int) next.u32("number");
    }

    private Operation operation() {
        return switch (map) {
            case 0 -> oneByte();
            case TWO_BYTE_MAP -> twoByte();
            default -> Operation.NOTHING;
        };
    }

    private Operation oneByte() {
        boolean isMove = !isShort && !isRepeated;
        return switch (opcode) {
            case 0x8d -> Operation.ADDRESS;
            case 0x8b -> isMove ? Operation.LOAD : Operation.OTHER;
            case 0x89 -> isMove ? Operation.STORE : Operation.OTHER;
            case 0x31, 0x33 ->
                    operand.equals(new Register(field)) ? Operation.CLEAR : Operation.OTHER;
            case 0xc7 -> operand instanceof Register ? Operation.SET : Operation.OTHER;
            case 0xe8 -> Operation.CALL;
            case 0xe9, 0xeb -> Operation.JUMP;
            case 0xc2, 0xc3 -> Operation.RETURN;
            case 0xcc, 0xf4 -> Operation.TRAP;
            case 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x84, 0x85, 0xa8, 0xa9, 0x90 ->
                    Operation.NOTHING;
            case 0xff -> indirect();
            case 0x80, 0x81, 0x83 -> (field & 7) == 7 ? Operation.NOTHING : Operation.OTHER;
            case 0xf6, 0xf7 -> (field & 7) < 2 ? Operation.NOTHING : Operation.OTHER;
            default -> ranged();
        };
    }

    private Operation ranged() {
        if ((opcode & 0xf8) == 0xb8) {
            operand = new Register((opcode & 7) | baseHigh);
            return Operation.SET;
        }
        if ((opcode & 0xf8) == 0x50 || opcode == 0x68 || opcode == 0x6a) {
            return Operation.PUSH;
        }
        if ((opcode & 0xf8) == 0x58) {
            operand = new Register((opcode & 7) | baseHigh);
            return Operation.OTHER;
        }
        boolean isBranch = (opcode & 0xf0) == 0x70 || (opcode >= 0xe0 && opcode <= 0xe3);
        return isBranch ? Operation.BRANCH : Operation.OTHER;
    }

    private Operation indirect() {
        return switch (field & 7) {
            case 2 -> Operation.CALL_INDIRECT;
            case 4 -> Operation.JUMP_INDIRECT;
            case 6 -> Operation.PUSH;
            default -> Operation.OTHER;
        };
    }

    /// An operation after 0x0f. Of these, conditional moves, extensions, conversions and bit
    /// operations set general registers; most others set vector registers.
    private Operation twoByte() {
        if ((opcode & 0xf0) == 0x80) {
            return Operation.BRANCH;
        }
        if (opcode == 0x0b || opcode == 0xb9 || opcode == 0xff) {
            return Operation.TRAP;
        }
        boolean setsGeneral =
                (opcode & 0xf0) == 0x40
                        || (opcode & 0xf0) == 0x90
                        || (opcode >= 0xa0 && opcode <= 0xc1)
                        || (opcode >= 0xc8 && opcode <= 0xcf)
                        || switch (opcode) {
                            case 0x2c, 0x2d, 0x50, 0x7e, 0xc5, 0xc7, 0xd7, 0x05, 0x31 -> true;
                            default -> false;
                        };
        return setsGeneral ? Operation.OTHER : Operation.NOTHING;
    }
}
