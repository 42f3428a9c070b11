package org.offloadtck.conformance.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// The words of a text without markup and line structure. A quote matches its document if their
/// plain texts match, and the hash of a quote is the hash of its plain text.
///
/// In this order:
/// 1. Markdown links `[text](target)` and reStructuredText roles `:ref:`text <target>`` become
///    their text; the permalink mark `¶` goes.
/// 2. Emphasis and code marks go: the backtick and `**`.
/// 3. A backslash before ASCII punctuation goes: both markups escape with it.
/// 4. Typographic quotation marks become straight ones.
/// 5. Every run of white space becomes one space; none is left at the ends.
///
/// Letters, digits, other punctuation and their case count.
public final class PlainText {

    private static final Pattern LINK = Pattern.compile("\\[([^\\[\\]]*)]\\([^()]*\\)");
    private static final Pattern ROLE = Pattern.compile(":[a-z]+:`([^`<]*?)(?:\\s*<[^`>]*>)?`");
    private static final Pattern MARKS = Pattern.compile("¶|`|\\*\\*");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(\\p{Punct})");
    private static final Pattern SPACE = Pattern.compile("[\\s\\u00a0]+");

    private PlainText() {}

    public static String of(String marked) {
        var text = LINK.matcher(marked).replaceAll("$1");
        text = ROLE.matcher(text).replaceAll("$1");
        text = MARKS.matcher(text).replaceAll("");
        text = ESCAPE.matcher(text).replaceAll("$1");
        text = text.replace('“', '"').replace('”', '"').replace('‘', '\'').replace('’', '\'');
        return SPACE.matcher(text).replaceAll(" ").strip();
    }

    /// The SHA-256 of the plain text in UTF-8, in lower-case hexadecimal.
    public static String sha256(String marked) {
        return sha256OfBytes(of(marked).getBytes(UTF_8));
    }

    public static String sha256OfBytes(byte[] bytes) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
