import { createHash } from 'node:crypto'
import type { ProjectId } from '@platform/contract'

/**
 * Kinds of jobs that wait for a provider or mail server, and how many of them run per project at a
 * time.
 */
const linesOf = {
  /** One at a time per provider. */
  refresh: 4,
  /** One at a time per subscription. */
  subscription: 2,
  fields: 2,
  mail: 1,
  /** One at a time per connection, to deliver its changes in order. */
  changes: 6,
  sweep: 2,
} as const

type Line = keyof typeof linesOf

/** How many projects with hanging jobs cannot delay those of others. */
const projectsThatHang = 5

/** Worker slots needed for jobs of these kinds. */
export const countSlotsFor = (...lines: Line[]): number =>
  projectsThatHang * lines.reduce((sum, line) => sum + linesOf[line], 0)

/**
 * Returns the queue for a project's job. A queue runs its jobs one after the other, so a project
 * never uses more slots than it has queues, across all processes.
 */
export const makeQueueName = (line: Line, projectId: ProjectId, about = ''): string =>
  `${line} ${projectId} ${numberFor(about, linesOf[line])}`

/** Hashes a text to a number from 0 to below a limit. */
export const numberFor = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE() % below
