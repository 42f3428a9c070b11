@NullMarked
package org.offloadtck.driver.report;

import org.jspecify.annotations.NullMarked;
