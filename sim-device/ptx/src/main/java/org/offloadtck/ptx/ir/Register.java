package org.offloadtck.ptx.ir;

import org.offloadtck.ptx.ir.modifier.PtxType;

/// A virtual register of one function.
///
/// Registers of the same name in different scopes are different registers; the index identifies a
/// register.
///
/// @param name as written, with its `%`; elements of a vector register end in `.x` … `.w`
/// @param index its index in [Body#registers]
public record Register(String name, PtxType type, int index)
        implements Operand.Destination, Operand.Base {}
