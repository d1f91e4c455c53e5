/**
 * All messages of a cell: one sealed interface per actor, holding all that the actor can receive.
 *
 * <p>A message may be lost, arrive twice or overtake another. So every request is repeated until it
 * is answered, and every message may be received twice without harm. The conversation about one
 * task under the policy {@code sampled}:
 *
 * <pre>
 *   client         master            scheduler                    node
 *     | SubmitJob    |                   |                          |
 *     |------------> | AssignJob         |                          |
 *     |  JobAccepted |-----------------> | EnqueueReservation       |
 *     | <------------|         JobTaken  |------------------------> |  waits in the queue
 *     |              | <-----------------|                 GetTask  |  resources are available
 *     |              |                   | <------------------------|
 *     |              |                   | LaunchTask, or NoTask    |
 *     |              |                   |------------------------> |  launch ... RunExited
 *     |              |   TasksSucceeded  |            TaskFinished  |
 *     |              | <-----------------| <------------------------|  until acknowledged
 *     |              | TasksRecorded     |                          |
 *     |              |-----------------> | AcknowledgeResult        |
 *     |              |      JobFinished  |------------------------> |
 *     |     JobEnded | <-----------------|                          |
 *     | <------------| JobEndRecorded    |                          |
 *     |              |-----------------> | AcknowledgeResult        |
 *     |              |                   |------------------------> |
 * </pre>
 *
 * <p>A new epoch of a scheduler first takes over what older epochs left:
 *
 * <pre>
 *   master            scheduler                 node
 *     |   TakeOverJobs   |                       |
 *     | <----------------|                       |
 *     | JobsInherited    |                       |
 *     |----------------> |                       |
 *     | AssignJob        |                       |
 *     |----------------> | ListAttempts          |
 *     |                  |---------------------> |  drops reservations without a task
 *     |                  |       AttemptsListed  |
 *     |                  | <---------------------|
 * </pre>
 *
 * <p>A stage gets another size only while its scheduler holds the stage, so that the stage cannot
 * end meanwhile. The new size takes effect when it is on record:
 *
 * <pre>
 *   client              master               scheduler
 *     | ResizeStage       |                      |
 *     |-----------------> | HoldStage            |
 *     |                   |--------------------> |  the stage has ended: HoldRejected
 *     |                   |           StageHeld  |
 *     |                   | <--------------------|  until recorded
 *     |   ResizeAccepted  | StageSizeRecorded    |
 *     | <-----------------|--------------------> |  tasks appear, or are withdrawn
 * </pre>
 *
 * <p>Under the policies {@code shared} and {@code partitioned} tasks are placed by transactions on
 * the cell state:
 *
 * <pre>
 *   master                   scheduler                       node
 *     |         GetCellDelta    |                              |
 *     | <-----------------------|                              |
 *     | CellDelta               |                              |
 *     |-----------------------> |  thinks                      |
 *     |    CommitTransaction    |                              |
 *     | <-----------------------|  until decided               |
 *     | TransactionDecided      |                              |
 *     |-----------------------> | PlaceTask (accepted claims)  |
 *     |                         |----------------------------> |  launch ... RunExited
 *     |         ClaimReleased   |                TaskFinished  |
 *     | <-----------------------------------------<------------|  both until acknowledged
 * </pre>
 *
 * <p>Under the policies {@code central} and {@code hybrid} guaranteed tasks get containers that the
 * central scheduler places:
 *
 * <pre>
 *   master                   scheduler                       node
 *     |    RequestContainers    |                              |
 *     | <-----------------------|  with each change, and now and then
 *     | ContainersAwaited       |                              |
 *     |-----------------------> |                              |
 *     | ContainersGranted       |                              |
 *     |-----------------------> | PlaceTask                    |
 *     |  until a later request  |----------------------------> |  launch ... RunExited
 *     |  names them no more     |                              |
 *     |    WithdrawContainers   |  those that nobody needs, until
 *     | <-----------------------|  ContainersWithdrawn
 * </pre>
 *
 * <p>A policy that estimates marks its tasks as watched, and hears how they fare:
 *
 * <pre>
 *   monitor              node                          scheduler
 *     | ReportLoad        |     PlaceTask (watched)        |
 *     |-----------------> | <------------------------------|
 *     |     LoadReported  | AttemptsReported               |
 *     | <-----------------|------------------------------> |  at arrival, start, promotion
 *     |  until the lease  |             RefineEstimates    |  and at an interval
 *     |  ends             | <------------------------------|
 * </pre>
 *
 * <p>Loads of nodes are gathered while a scheduler asks for them; nothing of this is repeated until
 * acknowledged, because the next interval tells the same:
 *
 * <pre>
 *   scheduler               monitor                     node              master
 *     | GetLoads               |                          |                  |
 *     |----------------------> |  GetMachines             |                  |
 *     |  every interval        |-------------------------------------------> |
 *     |                        |        MachineList, MachinesChanged, NodesAvoided
 *     |                        | <-------------------------------------------|
 *     |                        | ReportLoad (a lease)     |                  |
 *     |                        |------------------------> |                  |
 *     |                        |            LoadReported  |                  |
 *     |             LoadDelta  | <------------------------|  every interval  |
 *     | <----------------------|                          |                  |
 * </pre>
 *
 * <p>Answers to the client are published to the driver, not sent to an actor, and so is each {@link
 * dev.muster.core.event.Notice}.
 */
@NullMarked
package dev.muster.core.event;

import org.jspecify.annotations.NullMarked;
