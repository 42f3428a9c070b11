package org.offloadtck.object.ir;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.ir.CompiledModule.Language;

/// Modules for the tests of readers and module checks.
public final class SampleModules {

    private SampleModules() {}

    /// A module of the corpus, by its name in the folder `ir`.
    public static CompiledModule sample(String name) {
        return read(name, text(name));
    }

    /// A module of the corpus with one text replaced.
    public static CompiledModule spoiled(String name, String sound, String broken) {
        var text = text(name);
        if (!text.contains(sound)) {
            throw new IllegalArgumentException("%s has no '%s'".formatted(name, sound));
        }
        return read(name, text.replace(sound, broken));
    }

    public static String text(String name) {
        return new String(Corpus.bytes("ir/" + name), ISO_8859_1);
    }

    public static CompiledModule read(String name, String text) {
        return CompiledModule.parse(name, CompiledModule.language(text).orElseThrow(), text);
    }

    static CompiledModule ir(String text) {
        return CompiledModule.parse("m.ll", Language.LLVM_IR, text);
    }

    public static CompiledModule ptx(String text) {
        return CompiledModule.parse("m.s", Language.PTX, text);
    }
}
