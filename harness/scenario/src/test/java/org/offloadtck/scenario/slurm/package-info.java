@NullMarked
package org.offloadtck.scenario.slurm;

import org.jspecify.annotations.NullMarked;
