/// Tests of what the commands read, without running a scenario.
@NullMarked
package org.offloadtck.scenario.command;

import org.jspecify.annotations.NullMarked;
