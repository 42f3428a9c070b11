package org.offloadtck.ptx.ir.opcode;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/// The first words of the mnemonics of PTX ISA 9.0, of which the instruction table may have all,
/// some or no forms.
public final class IsaMnemonics {

    /// Those that the instruction table has no form of.
    private static final Set<String> WITHOUT_FORM =
            Set.of(
                    "istypep",
                    "mbarrier",
                    "multimem",
                    "setmaxnreg",
                    "suq",
                    "sured",
                    "tcgen05",
                    "txq",
                    "wgmma");

    private static final Set<String> FIRST_WORDS =
            Stream.concat(Arrays.stream(Opcode.values()).map(Opcode::base), WITHOUT_FORM.stream())
                    .collect(toUnmodifiableSet());

    private IsaMnemonics() {}

    /// The word before the first dot of a mnemonic.
    public static String firstWord(String mnemonic) {
        int dot = mnemonic.indexOf('.');
        return dot < 0 ? mnemonic : mnemonic.substring(0, dot);
    }

    /// Whether the PTX ISA has an instruction whose mnemonic begins with the first word of this
    /// one.
    public static boolean haveFirstWordOf(String mnemonic) {
        return FIRST_WORDS.contains(firstWord(mnemonic));
    }
}
