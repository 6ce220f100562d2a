import type { JobHelpers } from 'graphile-worker'
import type { ProjectId } from '@platform/contract'
import type { Logger } from 'pino'
import { hangsAfterMs } from '../admission/account-limits.ts'
import { FairSlots, type FairSlot } from '../admission/fair-slots.ts'
import type { FindSlotTenant } from '../admission/slot-tenants.ts'
import { holdSlot, type LendableSlot } from '../admission/wait-outside.ts'
import type { Database } from '../db/database.ts'
import { sleep } from '../values/sleep.ts'
import { followAccount, leaveQueue, mergeQueue } from './account-queues.ts'
import { endJob, failJob, keepFromLibrary, leaveIfLost } from './end-job.ts'

type Job = JobHelpers['job']

/** Maximum number of jobs that wait for an answer, as a multiple of the worker slots. */
const maxLentPerSlot = 50
/** How long an account may not answer until its jobs leave the queue of those of other accounts. */
const leavesQueueAfterMs = 750
/** Pause before the end of a job is recorded again while the database is unavailable. */
const againMs = 1_000
/** Maximum number of accounts that are remembered because they did not answer. */
const maxRemembered = 10_000

export interface JobRunsOptions {
  concurrency: number
  stopping: AbortSignal
  /** How long runs may go on that the library does not know, when the process stops. */
  stopsWithinMs: number
  log: Logger
  findTenant: FindSlotTenant
  /** A job that the library no longer knows has failed, or jobs can start. */
  noteEnd(job: Job, error: unknown): void
  wake(): void
}

/**
 * Runs the jobs of a lane. While a job waits longer than usual for an answer from outside, its worker
 * slot takes other jobs. After a moment its account's jobs get a queue of their own
 * (`account-queues.ts`). The job stays locked by this process until it has ended.
 */
export class JobRuns {
  private readonly database: Database
  private readonly options: JobRunsOptions
  private readonly slots: FairSlots
  /** Accounts that did not answer when they were last called. */
  private readonly hanging = new Set<string>()
  private readonly detached = new Set<Promise<void>>()
  private isAbandoned = false

  constructor(database: Database, options: JobRunsOptions) {
    this.database = database
    this.options = options
    const { concurrency } = options
    this.slots = new FairSlots({ slots: concurrency, maxLent: concurrency * maxLentPerSlot })
  }

  /** Resolves when the library may take another job, with the job ended or going on without it. */
  run(job: Job, payload: unknown, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const run = new JobRun(job, accountOfJob(payload), {
        database: this.database,
        slot: this.slots.occupy(this.options.findTenant(projectOfJob(payload))),
        hanging: this.hanging,
        wake: this.options.wake,
        detach: () => {
          keepFromLibrary(job)
          resolve()
        },
        log: this.options.log,
      })
      const done = this.end(run, job, work).then(resolve, reject)
      this.detached.add(done)
      void done.finally(() => this.detached.delete(done))
    })
  }

  /** Waits for the runs that the library does not know. */
  async stop(): Promise<void> {
    const isOver = new AbortController()
    const timeUp = sleep(this.options.stopsWithinMs, isOver.signal)
    await Promise.race([Promise.all(this.detached), timeUp])
    isOver.abort()
  }

  /** Waits for the ends of all runs to be recorded. */
  async settle(): Promise<void> {
    await Promise.all(this.detached)
  }

  /** Leaves what still runs to the process that takes over: the database is closed before it ends. */
  abandon(): void {
    this.isAbandoned = true
  }

  private async end(run: JobRun, job: Job, work: () => Promise<void>): Promise<void> {
    const { everything } = this.database
    try {
      if (await run.hasMoved()) return keepFromLibrary(job)
      await holdSlot(run, work)
      if (run.isDetached) await this.record(() => endJob(everything, run.taken))
      else await endJob(everything, job)
    } catch (error) {
      if (this.isAbandoned) return keepFromLibrary(job)
      if (!run.isDetached) {
        // Without the database, whether it is lost is unknown: then it runs once more.
        await leaveIfLost(everything, job).catch(() => {})
        throw error
      }
      this.options.noteEnd(run.taken, error)
      await this.record(() => failJob(everything, run.taken, error))
    } finally {
      run.release()
    }
    if (this.isAbandoned) return
    await run.merge()
    if (run.isDetached) this.options.wake()
  }

  /** Repeats a statement while the database is unavailable. Another process takes over what is left. */
  private async record(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (this.isAbandoned) return
        this.options.log.warn({ err: error }, 'cannot record the end of a job; retrying')
        if (this.options.stopping.aborted) return
        await sleep(againMs, this.options.stopping)
      }
    }
  }
}

interface JobRunOptions {
  database: Database
  slot: FairSlot
  hanging: Set<string>
  detach: () => void
  wake: () => void
  log: Logger
}

/** One run of a job. Its slot is lent while it waits for an answer. */
class JobRun implements LendableSlot {
  /** The job as this run took it, with its current queue. */
  readonly taken: Job
  isDetached = false
  private readonly account: string | undefined
  private readonly options: JobRunOptions
  private accountQueueId: number | undefined
  private lentAt = 0
  private timer: NodeJS.Timeout | undefined
  private leaving: Promise<void> | undefined

  constructor(job: Job, account: string | undefined, options: JobRunOptions) {
    this.taken = { ...job }
    this.account = account
    this.options = options
  }

  /** Whether the job has moved behind others of its account, which does not answer. */
  async hasMoved(): Promise<boolean> {
    const { account, taken } = this
    if (account === undefined || taken.job_queue_id === null) return false
    const placement = await followAccount(this.options.database.everything, taken, account)
    if (placement === 'in account queue') this.accountQueueId = taken.job_queue_id
    if (placement === 'in home queue' && this.options.hanging.has(account)) await this.leave()
    return placement === 'moved'
  }

  lend(): void {
    if (!this.options.slot.lend()) return
    this.lentAt = performance.now()
    if (!this.isDetached) {
      this.isDetached = true
      this.options.detach()
    }
    if (this.accountQueueId !== undefined) return
    this.timer = setTimeout(() => void this.leave(), leavesQueueAfterMs)
  }

  takeBack(): void {
    clearTimeout(this.timer)
    this.options.slot.takeBack()
    if (this.account === undefined) return
    const { hanging } = this.options
    hanging.delete(this.account)
    if (performance.now() - this.lentAt < hangsAfterMs) return
    if (hanging.size >= maxRemembered) hanging.clear()
    hanging.add(this.account)
  }

  release(): void {
    clearTimeout(this.timer)
    this.options.slot.release()
  }

  /** Returns the jobs of the account to their queue if it answers. */
  async merge(): Promise<void> {
    await this.leaving
    const { accountQueueId, account } = this
    if (accountQueueId === undefined || account === undefined) return
    const isAnswering = !this.options.hanging.has(account)
    await mergeQueue(this.options.database.everything, accountQueueId, { isAnswering }).catch(
      (error: unknown) => {
        this.options.log.warn({ err: error, account }, 'cannot merge the queue of an account')
      },
    )
  }

  /** Leaves the queue to the jobs of other accounts. */
  private leave(): Promise<void> {
    return (this.leaving ??= this.leaveForOthers())
  }

  private async leaveForOthers(): Promise<void> {
    const { account, taken } = this
    if (account === undefined || taken.job_queue_id === null) return
    try {
      this.accountQueueId = await leaveQueue(this.options.database.everything, taken, account)
      if (this.accountQueueId !== undefined) taken.job_queue_id = this.accountQueueId
      this.options.wake()
    } catch (error) {
      this.options.log.warn({ err: error, account }, 'a waiting job keeps its queue')
    }
  }
}

const projectOfJob = (payload: unknown): ProjectId | 'operator' =>
  (payload as { projectId?: ProjectId }).projectId ?? 'operator'

/** Returns whose answer the job may wait for. */
const accountOfJob = (payload: unknown): string | undefined => {
  const { connectionId, installationId, subscriptionId } = payload as Record<string, string>
  return connectionId ?? installationId ?? subscriptionId
}
