package org.offloadtck.reports.markup;

/// Characters that are markup already: the kit's own style sheet, never a value.
public record Verbatim(String markup) implements Node {}
