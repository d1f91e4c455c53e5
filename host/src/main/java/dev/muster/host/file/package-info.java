/**
 * Files on the way to a task, and what tasks leave for others.
 *
 * <pre>
 *   Manifest: a submitter's files ──► contents of a stage: hash, length, name
 *
 *   NodeFiles.bring(work) ──► Supply: waited for, linked, closed when the attempt is over
 *     ├─ contents ──► Fetcher: one Download each ──► FileCache ◄── leases
 *     │                └─ Candidates: Neighbours, the cell's Peer
 *     └─ inputs ───► Inputs: one Delivery for each Placement ──► Outputs ◄── what ran here
 *
 *   FileServer ──► FileCache, Outputs, Logs: what this node has, for peers
 *              ──► Board: what a cell knows of who has what, asked by CellSources of its nodes
 *   Harvest ──► brings outputs and logs of the end of a job to the submitter
 *   Retention ──► removes outputs some time after their job has ended
 * </pre>
 *
 * <p>Everything is known by its SHA-256, so anybody may provide it and nobody is believed. {@link
 * dev.muster.host.run} waits for the files of an attempt before it starts a process.
 */
@NullMarked
package dev.muster.host.file;

import org.jspecify.annotations.NullMarked;
