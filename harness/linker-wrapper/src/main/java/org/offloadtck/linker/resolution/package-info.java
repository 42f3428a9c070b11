/// Symbol resolution: which objects take part in a host link, and what each of their symbols refers
/// to.
///
/// [SymbolResolver] takes objects in link order and archive members on demand, drops all but the
/// first copy of a COMDAT group ([ComdatGroups]), and gives every name one [ResolvedSymbol].
/// Symbols of shared libraries are [Imports]; symbols such as `__start_S` are
/// [LinkerDefinedSymbols]. The sections that remain are [OutputSectionPart]s. Both the static link
/// and the relocatable link use the result, [ResolvedInputs].
///
/// The rule: the result depends on nothing but the inputs and their order.
///
/// Start at [SymbolResolver].
///
/// @see "System V ABI, generic ABI, chapter 4; GNU ld manual 2.40"
@NullMarked
package org.offloadtck.linker.resolution;

import org.jspecify.annotations.NullMarked;
