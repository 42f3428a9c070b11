package org.offloadtck.implementation.element;

/// A value of one of the six element types.
public sealed interface ElementValue {

    ElementType type();

    record I32(int value) implements ElementValue {
        @Override
        public ElementType type() {
            return ElementType.I32;
        }

        @Override
        public String toString() {
            return Integer.toString(value);
        }
    }

    record I64(long value) implements ElementValue {
        @Override
        public ElementType type() {
            return ElementType.I64;
        }

        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    record F32(float value) implements ElementValue {
        @Override
        public ElementType type() {
            return ElementType.F32;
        }

        @Override
        public String toString() {
            return Float.toString(value);
        }
    }

    record F64(double value) implements ElementValue {
        @Override
        public ElementType type() {
            return ElementType.F64;
        }

        @Override
        public String toString() {
            return Double.toString(value);
        }
    }

    record Complex64(float re, float im) implements ElementValue {
        @Override
        public ElementType type() {
            return ElementType.COMPLEX64;
        }

        @Override
        public String toString() {
            return "(%s, %s)".formatted(re, im);
        }
    }

    record Complex128(double re, double im) implements ElementValue {
        @Override
        public ElementType type() {
            return ElementType.COMPLEX128;
        }

        @Override
        public String toString() {
            return "(%s, %s)".formatted(re, im);
        }
    }
}
