/**
 * The vocabulary of a cell: one sealed interface per kind of actor, holding all that it can be
 * told.
 *
 * <p>A message may be lost, arrive twice or overtake another. So every question is asked again
 * until it is answered, and every message may be heard twice without harm. The conversation about
 * one task:
 *
 * <pre>
 *   client        master         scheduler                 node
 *     | Submit      |                |                       |
 *     |-----------> | Plan           |                       |
 *     |   Accepted  |--------------> | Reserve (d per task)  |
 *     | <-----------|      JobTaken  |---------------------> |  waits in the queue
 *     |             | <--------------|          GetTask   |  its turn: holds room and asks
 *     |             |                | <---------------------|
 *     |             |                | Assign, or NoTask     |
 *     |             |                |---------------------> |  launch ... Exited
 *     |             |                |            Finished   |
 *     |             |      TasksDone | <---------------------|  again until acknowledged
 *     |             | <--------------|                       |
 *     |             | TasksRecorded   |                       |
 *     |             |--------------> | Acknowledge           |
 *     |             |       JobEnded |---------------------> |
 *     |       Ended | <--------------|                       |
 *     | <-----------| JobEndRecorded    |                       |
 *     |             |--------------> | Acknowledge the rest  |
 *     |             |                |---------------------> |
 * </pre>
 *
 * <p>A scheduler that comes after one that died first asks what there is:
 *
 * <pre>
 *   master         scheduler                 node
 *     |   TakeOverJobs    |                       |
 *     | <--------------|                       |
 *     | Inherited      |                       |
 *     |--------------> |                       |
 *     | Plan (a job)   |                       |
 *     |--------------> | Census                |
 *     |                |---------------------> |  drops what has no task
 *     |                |             Counted   |
 *     |                | <---------------------|
 * </pre>
 *
 * <p>A scheduler that plans on a copy of the cell has this conversation instead of the one about
 * reservations:
 *
 * <pre>
 *   master                    scheduler                     node
 *     |           GetCellDelta    |                            |
 *     | <------------------------|                            |
 *     | CellDelta                |                            |
 *     |------------------------> |  thinks                    |
 *     |                Commit    |                            |
 *     | <------------------------|  again until judged        |
 *     | Judged                   |                            |
 *     |------------------------> | Place (of those accepted)  |
 *     |                          |--------------------------> |  launch ... Exited
 *     |                 Freed    |                  Finished  |
 *     | <-------------------------------- - - <---------------|  both again until acknowledged
 * </pre>
 */
@NullMarked
package dev.muster.core.event;

import org.jspecify.annotations.NullMarked;
