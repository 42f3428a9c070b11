package org.offloadtck.implementation.program;

import org.offloadtck.implementation.element.ElementArray;

/// What a variable holds before the program runs.
public sealed interface InitialValue {

    /// Zero in every element.
    record Zero() implements InitialValue {}

    /// What the object says.
    record Data(ElementArray elements) implements InitialValue {}
}
