package org.offloadtck.object.offload;

import java.util.Set;
import java.util.regex.Pattern;

/// A text as LLVM writes it into YAML: plain if that is unambiguous, in single quotes otherwise, in
/// double quotes if it has characters that YAML escapes.
///
/// Source: LLVM 22, `llvm/include/llvm/Support/YAMLTraits.h`, `needsQuotes`, `isNumeric`, `isBool`;
/// `llvm/lib/Support/YAMLParser.cpp`, `yaml::escape`. The set of printable characters depends on
/// the Unicode version.
final class YamlScalar {

    private static final Pattern NUMBER =
            Pattern.compile(
                    "[-+]?(\\.\\d+|\\d+\\.?\\d*)([eE][-+]?\\d+)?"
                            + "|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    private static final Set<String> WORDS =
            Set.of("null", "Null", "NULL", "~", "true", "True", "TRUE", "false", "False", "FALSE");

    /// Characters with which a plain text must not start. Source: YAML 1.2, section 7.3.3, "Plain
    /// Style".
    private static final String INDICATORS = "-?:\\,[]{}#&*!|>'\"%@`";

    private static final String PLAIN = "_-^., \t";

    /// The only invisible character that is printed, apart from the byte order mark.
    private static final int SOFT_HYPHEN = 0xad;

    private YamlScalar() {}

    static String of(String text) {
        if (text.codePoints().anyMatch(YamlScalar::isEscaped)) {
            return doubleQuoted(text);
        }
        return isPlain(text) ? text : "'" + text.replace("'", "''") + "'";
    }

    private static boolean isEscaped(int character) {
        return (character < ' ' && character != '\t') || character >= 0x7f;
    }

    private static boolean isPlain(String text) {
        return !text.isEmpty()
                && !isSpace(text.charAt(0))
                && !isSpace(text.charAt(text.length() - 1))
                && !WORDS.contains(text)
                && !NUMBER.matcher(text).matches()
                && INDICATORS.indexOf(text.charAt(0)) < 0
                && text.chars().allMatch(YamlScalar::isPlain);
    }

    private static boolean isSpace(char character) {
        return character == ' ' || character == '\t';
    }

    private static boolean isPlain(int character) {
        boolean lower = character >= 'a' && character <= 'z';
        boolean upper = character >= 'A' && character <= 'Z';
        boolean digit = character >= '0' && character <= '9';
        return lower || upper || digit || PLAIN.indexOf(character) >= 0;
    }

    private static String doubleQuoted(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(character -> quoted.append(escaped(character)));
        return quoted.append('"').toString();
    }

    private static String escaped(int character) {
        return switch (character) {
            case '\\' -> "\\\\";
            case '"' -> "\\\"";
            case 0 -> "\\0";
            case 0x7 -> "\\a";
            case '\b' -> "\\b";
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case 0xb -> "\\v";
            case '\f' -> "\\f";
            case '\r' -> "\\r";
            case 0x1b -> "\\e";
            case 0x85 -> "\\N";
            case 0xa0 -> "\\_";
            case 0x2028 -> "\\L";
            case 0x2029 -> "\\P";
            default -> isPrinted(character) ? Character.toString(character) : hex(character);
        };
    }

    private static boolean isPrinted(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL -> character == 0x7f;
            case Character.FORMAT -> character == SOFT_HYPHEN;
            case Character.UNASSIGNED, Character.PRIVATE_USE, Character.SURROGATE -> false;
            default -> true;
        };
    }

    private static String hex(int character) {
        if (character <= 0xff) {
            return "\\x%02X".formatted(character);
        }
        return character <= 0xffff
                ? "\\u%04X".formatted(character)
                : "\\U%08X".formatted(character);
    }
}
