package org.offloadtck.implementation.program;

import org.offloadtck.implementation.element.ElementArray;

/// The initial contents of a variable.
public sealed interface InitialValue {

    /// Zero in every element.
    record Zero() implements InitialValue {}

    /// The contents in the object.
    record Data(ElementArray elements) implements InitialValue {}
}
