package org.offloadtck.ptx.ir;

import org.offloadtck.ptx.ir.modifier.PtxType;

/// A virtual register of one function.
///
/// Two registers of the same name in different scopes are two registers: identity is the index.
///
/// @param name as written, with its `%`; elements of a vector register end in `.x` … `.w`
/// @param index its slot in [Body#registers]
public record Register(String name, PtxType type, int index)
        implements Operand.Destination, Operand.Base {}
