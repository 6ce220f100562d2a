import { createHash } from 'node:crypto'
import type { ProjectId } from '@platform/contract'

/** What waits for a provider or a mail server, and how many such jobs of one project run at a time. */
const linesOf = {
  /** One after the other for a provider. */
  refresh: 4,
  /** One after the other for a subscription. */
  subscription: 2,
  fields: 2,
  mail: 1,
  /** One after the other for a connection, so that its changes are delivered in their order. */
  changes: 6,
  sweep: 2,
} as const

type Line = keyof typeof linesOf

/** Jobs of so many projects may wait in vain at the same time without delaying those of others. */
export const projectsThatHang = 5

/** The places that jobs of these kinds share. */
export const placesFor = (...lines: Line[]): number =>
  projectsThatHang * lines.reduce((sum, line) => sum + linesOf[line], 0)

/**
 * Returns the queue for a project's job. A queue runs its jobs one after the other, so the jobs of a
 * project never take more places than it has queues, in all processes together.
 */
export const queueOf = (line: Line, projectId: ProjectId, about = ''): string =>
  `${line} ${projectId} ${numberFor(about, linesOf[line])}`

/** Returns a number from 0, below a limit, that is always the same for a text. */
export const numberFor = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE() % below
