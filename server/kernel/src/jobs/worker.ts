import { EventEmitter } from 'node:events'
import {
  Logger as WorkerLogger,
  run,
  runMigrations,
  type Runner,
  type Task,
  type TaskList,
} from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { sql } from 'kysely'
import { repeatAfterOutages } from './after-outage.ts'
import type { FindSlotTenant } from '../admission/slot-tenants.ts'
import { JobRuns } from './job-runs.ts'
import { failingAttempts } from './job-checks.ts'
import { openWorkerPool } from './worker-pool.ts'
import { openPool } from '../db/client.ts'
import type { JobName, Jobs, Traced } from './enqueue.ts'
import type { Processes } from './processes.ts'
import { sleep, untilWokenMs } from '../values/sleep.ts'
import { continueTrace } from '../telemetry/trace.ts'

/** Handlers by kind of job. A job whose handler throws is retried with back-off. */
export type JobHandlers = {
  [Name in JobName]: (payload: Jobs[Name], context: { stopping: AbortSignal }) => Promise<void>
}

/** Jobs that share worker slots; lanes do not wait for each other. */
export interface JobLane {
  handlers: Partial<JobHandlers>
  concurrency: number
  crontab?: string
}

export interface Worker {
  /** Stops taking jobs. Running ones see `stopping` and get time to reach a checkpoint. */
  stop(): Promise<void>
  /** Call it before the process is unregistered, so that others take over the jobs that still run. */
  close(): Promise<void>
}

interface FailedJob {
  id: string
  task_identifier: string
  attempts: number
  max_attempts: number
  payload: unknown
}

const usualStopMs = 5_000
/** How long an interrupted job may take to be returned to the queue. */
const lastWordMs = 1_000

/** Installs or upgrades the tables of graphile-worker. */
export async function migrateJobs(database: Database): Promise<void> {
  const pool = openPool({ ...database.ownerConfig, max: 1 })
  try {
    await runMigrations({ pgPool: pool, logger: new WorkerLogger(() => () => {}) })
  } finally {
    await pool.end()
  }
}

/** Delay before the next check after a worker found no job; it doubles until a job starts. */
const shortestPauseMs = 5
/** After this time without a check, the delay is short again. */
const quietMs = 1_000
const maxPauseMs = 5_000
/** Maximum number of due jobs read per check. */
const maxLookedAt = 1_000

/** Selects jobs that can start. */
const startable = `select id, job_queue_id from graphile_worker._private_jobs
   where is_available and run_at <= now()
     and (job_queue_id is null or job_queue_id in (
       select id from graphile_worker._private_job_queues where is_available))
   order by priority, run_at`

/** Selects the current time if a job can start. */
const nextJob = () => sql`(select now() from (${sql.raw(startable)} limit 1) due)`

/**
 * Wakes idle workers of all processes for jobs that can start, with one statement instead of one
 * query per worker. It runs when the watch for due work finds one, and soon after a worker found none:
 * graphile-worker looks for the next job before it has unlocked the queue of the last one, and two
 * workers that look at the same time hide free queues from each other. In both cases a job is ready
 * although nothing announces it.
 */
async function wakeForDue(
  database: Database,
  {
    pool,
    places,
    events,
    stopping,
    log,
  }: {
    pool: pg.Pool
    places: number
    events: EventEmitter
    stopping: AbortSignal
    log: Logger
  },
): Promise<void> {
  let pauseMs = shortestPauseMs
  let waking = new AbortController()
  const wake = () => waking.abort()
  events.on('worker:getJob:empty', wake)
  stopping.addEventListener('abort', wake, { once: true })
  events.on('job:start', () => (pauseMs = shortestPauseMs))
  const logFailure = (error: unknown) => log.warn({ err: error }, 'cannot list due jobs; retrying')
  const unwatch = database.dueWork.add({
    name: 'jobs',
    dueTime: nextJob,
    wake,
    failed: logFailure,
  })
  while (!stopping.aborted) {
    const restedSince = performance.now()
    await sleep(untilWokenMs, waking.signal)
    if (performance.now() - restedSince > quietMs) pauseMs = shortestPauseMs
    await sleep(pauseMs, stopping)
    if (stopping.aborted) break
    waking = new AbortController()
    pauseMs = Math.min(2 * pauseMs, maxPauseMs)
    await pool
      .query({
        name: 'wake-for-due-jobs',
        // Jobs of one queue run one after the other, so one worker is enough.
        text: `select pg_notify('jobs:insert', json_build_object(
            'r', random()::text, 'count', least($1, count(distinct coalesce(-job_queue_id, id))))::text)
          from (${startable} limit ${maxLookedAt}) due
        having count(*) > 0`,
        values: [places],
      })
      .catch(logFailure)
  }
  unwatch()
}

type Handler = (payload: unknown, context: { stopping: AbortSignal }) => Promise<void>

function toTaskList(
  handlers: Partial<JobHandlers>,
  runs: JobRuns,
  stopping: AbortSignal,
): TaskList {
  const tasks = Object.entries(handlers).map(([name, handle]) => {
    const task: Task = (payload, { job }) =>
      runs.run(job, payload, () =>
        inJob(job, payload, (own) => (handle as Handler)(own, { stopping })),
      )
    return [name, task]
  })
  return Object.fromEntries(tasks) as TaskList
}

/**
 * Runs jobs until stopped. Jobs of dead processes are taken over within seconds: see
 * `processes.ts`.
 */
export async function startWorker(
  database: Database,
  lanes: readonly JobLane[],
  {
    processes,
    log,
    outagePauseMs,
    stopsWithinMs = usualStopMs,
    findTenant = (project) => ({ org: project, project }),
  }: {
    processes: Processes
    log: Logger
    /** Default: every project counts for itself. */
    findTenant?: FindSlotTenant | undefined
    /** How long after an outage failed jobs are tried again. */
    outagePauseMs?: number | undefined
    /** How long running jobs may take when the worker stops. What they have begun is in doubt afterwards. */
    stopsWithinMs?: number | undefined
  },
): Promise<Worker> {
  const stopping = new AbortController()
  const events = new EventEmitter()
  // Jobs are locked under the ID of a runner's pool: that of this process, which is registered already.
  // Jobs of a process that dies would otherwise stay locked.
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    workerPool.id = processes.workerId
  })

  const noteFailure = (job: FailedJob, error: unknown) => {
    if (job.attempts < failingAttempts && job.attempts < job.max_attempts) return
    const { projectId } = job.payload as { projectId?: string }
    const about = { jobId: job.id, job: job.task_identifier, attempt: job.attempts, projectId }
    const isLast = job.attempts >= job.max_attempts
    log.error({ err: error, ...about }, isLast ? 'a job failed permanently' : 'a job keeps failing')
  }
  events.on('job:error', ({ job, error }: { job: FailedJob; error: unknown }) =>
    noteFailure(job, error),
  )

  const outages = repeatAfterOutages(database, {
    ...{ stopping: stopping.signal, log },
    pauseMs: outagePauseMs,
  })
  events.on('job:complete', ({ job, error }: { job: FailedJob; error: unknown }) =>
    outages.noteEnd(job, error),
  )

  const pool = openWorkerPool(database, { max: 4 + 2 * (lanes.length - 1) })
  const allRuns: JobRuns[] = []
  const startRunner = ({ handlers, concurrency, crontab = '' }: JobLane) => {
    const runs = new JobRuns(database, {
      concurrency,
      stopping: stopping.signal,
      stopsWithinMs,
      log,
      findTenant,
      noteEnd(job, error) {
        noteFailure(job, error)
        outages.noteEnd(job, error)
      },
      wake: () => events.emit('worker:getJob:empty'),
    })
    allRuns.push(runs)
    return run({
      pgPool: pool,
      events,
      concurrency,
      crontab,
      // New jobs are announced by NOTIFY, jobs that become due by `wakeForDue`.
      pollInterval: 300_000,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: stopsWithinMs,
      logger: new WorkerLogger(({ jobId, taskIdentifier }) => (level, message) => {
        if (level === 'error') log.error({ jobId, taskIdentifier }, message)
      }),
      taskList: toTaskList(handlers, runs, stopping.signal),
    })
  }
  const runners: Runner[] = []
  try {
    for (const lane of lanes) runners.push(await startRunner(lane))
  } catch (error) {
    await Promise.all(runners.map((runner) => runner.stop()))
    await pool.end()
    throw error
  }
  const places = lanes.reduce((sum, { concurrency }) => sum + concurrency, 0)
  const waking = wakeForDue(database, { pool, places, events, stopping: stopping.signal, log })
  let hasStopped = false
  let ending: Promise<void> | undefined
  const stop = () => {
    stopping.abort()
    return (ending ??= Promise.all([
      waking,
      ...runners.map((runner) => runner.stop()),
      ...allRuns.map((runs) => runs.stop()),
    ]).then(() => {
      hasStopped = true
    }))
  }

  return {
    stop,
    async close() {
      // Jobs that waited for an external service have failed by now and are recorded.
      await Promise.race([
        Promise.all([stop(), ...allRuns.map((runs) => runs.settle())]),
        sleep(lastWordMs),
      ])
      for (const runs of allRuns) runs.abandon()
      // A job that does not end keeps the pool until the process exits, because it may still fail.
      if (hasStopped) await pool.end()
    },
  }
}

interface Job {
  id: string
  task_identifier: string
  attempts: number
}

/** Runs a job as part of the trace in which it was enqueued. */
function inJob(
  { id, task_identifier: name, attempts }: Job,
  stored: unknown,
  work: (payload: unknown) => Promise<void>,
): Promise<void> {
  const { traceparent, ...payload } = stored as Traced & { projectId?: string }
  const attributes = {
    'platform.project_id': payload.projectId,
    'platform.job_id': id,
    'platform.attempt': attempts,
  }
  return continueTrace(traceparent, { name: `job ${name}`, attributes }, () => work(payload))
}
