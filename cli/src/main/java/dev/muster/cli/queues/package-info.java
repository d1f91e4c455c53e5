/**
 * Commands for the queues of a cell: what a file of queues means, before it is given to one.
 *
 * <pre>
 *   QueuesCheckCommand ──► QueuesFile ──► QueuesAnswer ──► CheckText, CheckJson
 *                          of option      what to say
 * </pre>
 */
@NullMarked
package dev.muster.cli.queues;

import org.jspecify.annotations.NullMarked;
