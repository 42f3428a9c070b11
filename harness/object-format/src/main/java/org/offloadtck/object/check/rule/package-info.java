/// The contracts that `check` enforces, one enum for each kind of artifact.
///
/// The rule: a contract states a relation, not a form; its severity follows from its consequence. A
/// break that fails a link, a load or a run is an error. A break that is harmless by evidence is a
/// note. A warning says in its consequence why it is not an error.
///
/// Start at [Rule]; `docs/contracts.md` has the table.
@NullMarked
package org.offloadtck.object.check.rule;

import org.jspecify.annotations.NullMarked;
