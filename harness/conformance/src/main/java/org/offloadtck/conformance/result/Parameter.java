package org.offloadtck.conformance.result;

/// One column of the example row a scenario ran with.
public record Parameter(String name, String value) {}
