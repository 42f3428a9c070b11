package org.offloadtck.object.ir;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.ir.CompiledModule.Language;

/// Modules for the tests of this package.
final class Modules {

    private Modules() {}

    /// A module of the corpus, by its name in the folder `ir`.
    static CompiledModule sample(String name) {
        return read(name, text(name));
    }

    /// A module of the corpus in which a text, which it has, is replaced.
    static CompiledModule spoiled(String name, String sound, String broken) {
        var text = text(name);
        if (!text.contains(sound)) {
            throw new IllegalArgumentException("%s has no '%s'".formatted(name, sound));
        }
        return read(name, text.replace(sound, broken));
    }

    static String text(String name) {
        return new String(Corpus.bytes("ir/" + name), ISO_8859_1);
    }

    static CompiledModule read(String name, String text) {
        return CompiledModule.parse(name, CompiledModule.language(text).orElseThrow(), text);
    }

    static CompiledModule ir(String text) {
        return CompiledModule.parse("m.ll", Language.LLVM_IR, text);
    }

    static CompiledModule ptx(String text) {
        return CompiledModule.parse("m.s", Language.PTX, text);
    }
}
