import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import { watchProcesses, type Processes } from '@platform/kernel/jobs/processes'
import { startWorker, type JobLane, type Worker } from '@platform/kernel/jobs/worker'

/** Starts a worker with its own registration as a process, which ends when it is closed. */
export async function testWorker(
  database: Database,
  lanes: readonly JobLane[],
  log: Logger,
  options: { outagePauseMs?: number; stopsWithinMs?: number } = {},
): Promise<Worker & { processes: Processes }> {
  const processes = await watchProcesses(database, log)
  try {
    const worker = await startWorker(database, lanes, { processes, log, ...options })
    const close = async () => {
      await worker.close()
      await processes.stop()
    }
    return { ...worker, processes, close }
  } catch (error) {
    await processes.stop()
    throw error
  }
}
