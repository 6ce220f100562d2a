import { startListeners } from '@platform/data/subscribe/listeners'
import { startSchedule } from '@platform/data/sync/object/due-reads'
import { readObject } from '@platform/data/sync/read'
import { startReaders } from '@platform/data/sync/turns/readers'
import type { DomainInputs } from '@platform/kernel/domain'
import { watchProcesses } from '@platform/kernel/jobs/processes'
import type { Worker } from '@platform/kernel/jobs/worker'
import type { Logger } from 'pino'
import type { DiskSpace } from './disk-space.ts'
import { startJobChecks } from '@platform/kernel/jobs/job-checks'
import { parts } from '../domains.ts'
import { startJobs } from './jobs.ts'
import type { Settings } from './settings/settings.ts'
import type { StoppablePart } from './process/stop-in-order.ts'
import { getNow } from '@platform/kernel/values'

const recordingMs = 1_500
const leastForJobsMs = 500
/** Delay of reads while the disk is nearly full. */
const diskAgainMs = 15_000

/**
 * Starts the work of the role `engine`: deliveries, jobs, reads and streams of changes. Adds what
 * takes work to `work`, and what it needs until the end to `engine`.
 */
export async function startBackground(
  settings: Settings,
  program: DomainInputs,
  {
    log,
    disk,
    work,
    engine,
    stopWithinMs,
  }: {
    log: Logger
    disk: DiskSpace
    work: StoppablePart[]
    engine: StoppablePart[]
    /** How long the process may take to stop. */
    stopWithinMs: number
  },
): Promise<void> {
  const { database, services, notifications } = program
  const background = database.forBackground()
  const processes = await watchProcesses(background, log, { messageLog: notifications.bodies.use })
  let worker: Worker | undefined
  engine.push({
    name: 'process',
    async stop() {
      await worker?.close()
      await processes.stop()
    },
  })
  await notifications.start(processes)
  const jobs = await startJobs({ ...program, database: background }, processes, {
    // What they have done is recorded afterwards.
    stopsWithinMs: Math.max(leastForJobsMs, stopWithinMs - recordingMs),
  })
  worker = jobs
  work.push({ name: 'jobs', stop: () => jobs.stop() })
  const checks = startJobChecks(
    database,
    parts.flatMap((part) => part.checks ?? []),
    log,
  )
  work.push({ name: 'checks for jobs', stop: () => checks.stop() })
  const readers = await startReaders(database, processes, log, {
    places: settings.PLATFORM_READS,
    tenants: services.slotTenants,
    takeTurn: async (turn) =>
      disk.isNearlyFull()
        ? { do: 'wait', until: getNow(diskAgainMs) }
        : readObject(services, background.tenant(turn.projectId), turn),
  })
  work.push({ name: 'reads', stop: () => readers.stop() })
  const schedule = startSchedule(services, background)
  work.push({ name: 'schedule', stop: () => schedule.stop() })
  const listeners = await startListeners(background, processes, services)
  work.push({ name: 'listeners', stop: () => listeners.stop() })
}
