package org.offloadtck.emulation.api;

/// A process that uses the driver.
///
/// @param processId its process id
/// @param run what [RunBackend#openRun] answered to the `exec` it runs below; empty when it runs
///   below none
public record Client(long processId, String run) {}
