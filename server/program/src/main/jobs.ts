import type { Lane, DomainInputs } from '@platform/kernel/domain'
import { parts, type HandledJob } from '../domains.ts'
import { type JobName, countSlotsFor } from '@platform/kernel/jobs/enqueue'
import type { Processes } from '@platform/kernel/jobs/processes'
import { startWorker, type JobHandlers, type Worker } from '@platform/kernel/jobs/worker'

const places: Record<Lane, number> = {
  others: 20,
  asking: countSlotsFor('refresh', 'subscription', 'fields', 'mail'),
  changes: countSlotsFor('changes', 'sweep'),
  sending: 60,
}

/** `never` if a job has no handler, so that this file does not compile. */
type Lanes = [Exclude<JobName, HandledJob>] extends [never]
  ? Record<Lane, Partial<JobHandlers>>
  : never

/** Starts the jobs of all domains, each in its lane. */
export function startJobs(
  program: DomainInputs,
  processes: Processes,
  { stopsWithinMs }: { stopsWithinMs: number },
): Promise<Worker> {
  const handlers: Lanes = {
    others: {},
    asking: {},
    changes: {},
    sending: {},
  }
  const crontab: string[] = []
  for (const { jobs, cron = {} } of parts) {
    for (const [lane, own] of Object.entries(jobs?.(program) ?? {})) {
      Object.assign(handlers[lane as Lane], own)
    }
    for (const [name, when] of Object.entries(cron)) crontab.push(`${when} ${name}`)
  }
  const { others, ...waiting } = places
  return startWorker(
    program.database,
    [
      { handlers: handlers.others, concurrency: others, crontab: crontab.join('\n') },
      ...Object.entries(waiting).map(([lane, concurrency]) => ({
        handlers: handlers[lane as Lane],
        concurrency,
      })),
    ],
    {
      processes,
      log: program.services.log,
      findTenant: program.services.slotTenants.find,
      stopsWithinMs,
    },
  )
}
