package org.offloadtck.ptx.text;

import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Function.Statements;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.text.body.BodyParser;
import org.offloadtck.ptx.text.declaration.ParserContext;

/// The statements of a function in a text that was parsed without an error, so that they are parsed
/// again without one.
///
/// @param module of the whole text, whose symbols change no more
/// @param brace the opening one
record BodyText(ParserContext module, Signature signature, PtxToken brace) implements Statements {

    @Override
    public Body body() {
        return new BodyParser(module.at(brace)).read(signature);
    }

    @Override
    public BodyText compact() {
        return this;
    }

    /// These statements with what they were parsed to.
    Statements parsed(Body body) {
        return new Parsed(body, this);
    }

    private record Parsed(Body body, BodyText text) implements Statements {

        @Override
        public BodyText compact() {
            return text;
        }
    }
}
