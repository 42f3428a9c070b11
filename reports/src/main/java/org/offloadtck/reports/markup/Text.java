package org.offloadtck.reports.markup;

/// Characters, as they are meant.
record Text(String text) implements Node {}
