package org.offloadtck.conformance.result;

/// One column of the example row a scenario ran with.
public record ExampleParameter(String name, String value) {}
