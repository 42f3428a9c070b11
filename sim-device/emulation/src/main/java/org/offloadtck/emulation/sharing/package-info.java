/// Driver functions that share memory, memory pools and events with other processes (CUDA driver
/// API 13.0, `cuIpcGetMemHandle` and following, `cuMemExportToShareableHandle` and
/// `cuMemPoolExportToShareableHandle`).
///
/// The rule: what a call returns of a mapping, the client maps, too, before the function returns.
///
/// Requirement: ER-34.
@NullMarked
package org.offloadtck.emulation.sharing;

import org.jspecify.annotations.NullMarked;
