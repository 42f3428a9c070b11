package org.offloadtck.driver.api;

/// A process that uses the driver.
///
/// @param processId its process id
/// @param run what [DriverBackend#openRun] answered to the `exec` it runs below; empty when it runs
///   below none
public record Client(long processId, String run) {}
