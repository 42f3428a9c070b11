package org.offloadtck.checks.suppression;

/// A name in which `*` stands for any characters: `region_*`.
public record NamePattern(String text) {

    /// Every name.
    static final NamePattern ANY = new NamePattern("*");

    public NamePattern {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a pattern is empty when it should be a name");
        }
    }

    public boolean matches(String name) {
        return matches(0, name, 0);
    }

    private boolean matches(int at, String name, int from) {
        if (at == text.length()) {
            return from == name.length();
        }
        if (text.charAt(at) != '*') {
            return from < name.length()
                    && text.charAt(at) == name.charAt(from)
                    && matches(at + 1, name, from + 1);
        }
        for (int next = from; next <= name.length(); next++) {
            if (matches(at + 1, name, next)) {
                return true;
            }
        }
        return false;
    }
}
