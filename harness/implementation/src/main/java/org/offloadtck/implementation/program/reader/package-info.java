/// Reads program descriptions, `program.yaml`.
///
/// [ProgramReader] reads the file; one reader for each part reads its keys: [UnitReader],
/// [BufferReader], [OperationReader], [ExpectationReader].
///
/// The rule: every error names the file and the key, and a key that no reader knows is an error.
///
/// Start at [ProgramReader].
@NullMarked
package org.offloadtck.implementation.program.reader;

import org.jspecify.annotations.NullMarked;
