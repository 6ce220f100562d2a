import type { ProjectId } from '@platform/contract'
import { holdSlot, waitForTurn, type LendableSlot } from '@platform/kernel/admission'
import type { Logger } from 'pino'
import { Budget } from './budget.ts'
import { parseRequestedWaitMs, type LimitedReply, type Limit, type Limits } from './limits.ts'
import {
  endTurn,
  inTurn,
  isIdle,
  createCallQueue,
  waitInLine,
  type CallQueue,
  createSlots,
} from './slots.ts'
import { clock } from './clock.ts'
import type { Sharing } from './sharing.ts'
import { makeWaitedTooLongError } from './too-many-calls.ts'
import { must, getNowMs } from '@platform/kernel/values'

declare module '@platform/kernel/services' {
  interface Services {
    /** Rate limits of all calls to providers. */
    calls: Governor
  }
}

/** Origin of a call, and the limits it counts against. */
export interface CallOf {
  projectId: ProjectId
  /** Scope of rate limiting: a connection, or the provider before there is one. */
  of: string
  /** Who takes turns, such as an installation; defaults to `of`. */
  turnOf?: string
  /** Whether no caller waits for the reply, such as for a read. */
  isBackground: boolean
  /** The provider's limits; absent for calls that do not count, such as token requests. */
  limits?: Limits
  path?: string
  method?: string
  /** Counted but not delayed: the caller respects the limits itself. */
  isUnheld?: boolean
  /** Ends the wait when the call is no longer needed. */
  signal?: AbortSignal
}

/** A call that may be sent. */
export interface CallSlot extends LendableSlot {
  /** Updates the limits from the headers of a reply. */
  hear(reply: LimitedReply): void
  /** Ends the call. */
  release(): void
}

/** Schedules calls to providers. */
export interface Governor {
  /** Maximum number of concurrent interactive calls of one project. */
  places: number
  /**
   * Waits until the call may be sent; the slot must be released.
   * @throws TooManyCallsError after too long a wait; the reason of the call's signal if aborted
   * before
   */
  take(call: CallOf): Promise<CallSlot>
  /** Makes the call when it is admitted. */
  run<Answer>(call: CallOf, send: (place: CallSlot) => Promise<Answer>): Promise<Answer>
  stats(): GovernorStats
  stop(): Promise<void>
}

export interface GovernorStats {
  waitedFor: number
  inBackground: number
  /** Number of calls rejected because of a limit, since the start. */
  refused: number
  /** Number of quotas that are nearly used up, which slows background work. */
  slowed: number
}

export interface GovernorOptions {
  /**
   * Maximum number of concurrent calls of one project: this many interactive and as many background
   * ones.
   */
  places: number
  log: Logger
  share: (options: { onChange: (budgets: readonly Budget[]) => void }) => Sharing
  patienceMs?: { forWhoWaits: number; inBackground: number }
}

interface Project {
  lines: readonly [CallQueue, CallQueue]
  budgets: Map<string, Budget>
  timer?: NodeJS.Timeout
}

/** Maximum number of idle budgets remembered per project. */
const maxAtRest = 1_000

/**
 * Schedules all calls to providers. A call is sent when its project has a free slot, its connection
 * uses less than half of them, and every limit of the provider that applies has a call left. A call
 * that waits longer than usual for an answer uses no slot.
 * Interactive calls go first; calls of the same kind take turns. A provider that does not answer or
 * limits calls never affects other projects, because shared state is keyed by project.
 */
export function createGovernor({
  places,
  log,
  share,
  patienceMs = { forWhoWaits: 15_000, inBackground: 60_000 },
}: GovernorOptions): Governor {
  const projects = new Map<ProjectId, Project>()
  const sharing = share({
    onChange(budgets) {
      for (const projectId of new Set(budgets.map((budget) => budget.projectId)))
        admitNext(projectId)
    },
  })

  const replies = hearReplies({ log, sharing })
  const slots = createSlots({ places, sharing, replies, released: (id) => admitNext(id) })

  /** Admits the calls that may be sent, and schedules the next check. */
  const admitNext = (projectId: ProjectId) => {
    const project = projects.get(projectId)
    if (!project) return
    let nextAt = Infinity
    for (const line of project.lines) {
      for (let isAnyIn = true; isAnyIn;) {
        isAnyIn = false
        for (const [turn, waiting] of inTurn(line)) {
          if (line.busy >= places) break
          const first = must(waiting[0], 'waiting call')
          const now = clock()
          const at = slots.admitsAt(now, line, first)
          if (at > now) {
            nextAt = Math.min(nextAt, at)
            if (at < Infinity && at > first.until) first.giveUp(at)
            continue
          }
          endTurn(line, turn, waiting)
          first.admit(slots.place(project.budgets, line, first))
          isAnyIn = true
        }
      }
    }
    clearTimeout(project.timer)
    const isWanted = nextAt < Infinity
    if (isWanted)
      project.timer = setTimeout(() => admitNext(projectId), Math.max(1, nextAt - clock() + 1))
    else if (project.lines.every(isIdle)) tidy(projects, projectId)
  }

  const take = (call: CallOf): Promise<CallSlot> => {
    if (call.signal?.aborted) return Promise.reject(call.signal.reason as Error)
    const project = openProject(projects, call.projectId)
    const budgets = listBudgets(project, call)
    const line = project.lines[call.isBackground ? 1 : 0]
    const now = clock()
    const mayGo = line.waiting.size === 0 && slots.admitsAt(now, line, { call, budgets }) <= now
    if (mayGo) return Promise.resolve(slots.place(project.budgets, line, { call, budgets }))
    const admitted = waitInLine(
      line,
      { call, budgets },
      {
        patienceMs: call.isBackground ? patienceMs.inBackground : patienceMs.forWhoWaits,
        tooMany: (waiting, at) => makeWaitedTooLongError(waiting, { at, places }),
      },
    )
    admitNext(call.projectId)
    return waitForTurn(admitted)
  }

  return {
    places,
    take,
    async run(call, send) {
      const held = await take(call)
      try {
        return await holdSlot(held, () => send(held))
      } finally {
        held.release()
      }
    },
    stats: () => ({ ...sumStats([...projects.values()]), refused: replies.refused() }),
    async stop() {
      for (const { timer } of projects.values()) clearTimeout(timer)
      await sharing.stop()
    },
  }
}

function openProject(projects: Map<ProjectId, Project>, projectId: ProjectId): Project {
  const found = projects.get(projectId)
  if (found) return found
  const opened: Project = { lines: [createCallQueue(), createCallQueue()], budgets: new Map() }
  projects.set(projectId, opened)
  return opened
}

/** Removes state that is stored elsewhere. */
function tidy(projects: Map<ProjectId, Project>, projectId: ProjectId): void {
  const { budgets } = must(projects.get(projectId), 'project')
  const now = clock()
  if (budgets.size > maxAtRest) {
    for (const [key, budget] of budgets) if (budget.isAtRest(now)) budgets.delete(key)
  }
  if (budgets.size === 0) projects.delete(projectId)
}

/** Returns the budgets that the call counts towards. */
function listBudgets({ budgets }: Project, call: CallOf): Budget[] {
  const { projectId, limits, path = '' } = call
  const own: Budget[] = []
  for (const limit of limits?.all ?? []) {
    if (limit.paths && !limit.paths.test(path)) continue
    let budget = budgets.get(limit.key)
    if (!budget) {
      budget = new Budget(projectId, limit)
      budgets.set(limit.key, budget)
    }
    own.push(budget)
  }
  // An endpoint has a budget once its calls were rejected.
  const endpoint = limits?.ofEndpoint?.(call)
  const held = endpoint && budgets.get(endpoint.key)
  return held ? [...own, held] : own
}

function sumStats(projects: readonly Project[]): Omit<GovernorStats, 'refused'> {
  const countWaiting = (of: 0 | 1) =>
    projects.flatMap(({ lines }) => [...lines[of].waiting.values()]).flat().length
  const budgets = projects.flatMap((project) => [...project.budgets.values()])
  const slowed = budgets.filter(({ quota }) => quota?.isSlowed).length
  return { waitedFor: countWaiting(0), inBackground: countWaiting(1), slowed }
}

/** Minimum pause after a provider rejects a call. */
const refusedMs = 1_000

/** Updates budgets from replies: how much is left of limits, and when calls are accepted again. */
export function hearReplies({ log, sharing }: { log: Logger; sharing: Sharing }) {
  let refused = 0

  const noteQuota = ({ provider }: Limits, budget: Budget, wasSlowed: boolean) => {
    const { quota, projectId } = budget
    if (!quota || quota.isSlowed === wasSlowed) return
    const { name, left, of } = quota
    const fields = { projectId, provider, limit: name, left, of }
    if (quota.isSlowed)
      log.warn(fields, 'a quota is nearly used up; background work is slowed down')
    else log.info(fields, 'a quota has recovered')
  }

  return {
    /** The number of replies that rejected a call because of a limit. */
    refused: () => refused,
    /** Processes the reply to a call that counts against the `budgets`, of all that are `known`. */
    hear(
      known: Map<string, Budget>,
      limits: Limits,
      {
        call,
        budgets,
        reply,
        at,
      }: { call: CallOf; budgets: readonly Budget[]; reply: LimitedReply; at: number },
    ): void {
      const endpoint = limits.isOfEndpoint?.(reply) ? limits.ofEndpoint?.(call) : undefined
      // What is left is that of the endpoint.
      const readings = endpoint ? [] : limits.read(reply)
      for (const { key, reading } of readings) {
        const budget = known.get(key)
        if (!budget) continue
        const wasSlowed = budget.quota?.isSlowed ?? false
        budget.hear(reading, at)
        if (budget.quota) noteQuota(limits, budget, wasSlowed)
        if (budget.hasNews) sharing.seeTo(budget)
      }
      // Successful replies without quota headers show that the quota has renewed.
      if (reply.status < 400) for (const budget of budgets) budget.renewIfUsedUp(at)
      if (reply.status === 429) refused++
      const asked = parseRequestedWaitMs(reply.headers, getNowMs())
      const isReported = readings.some(({ reading }) => reading.remaining === 0)
      if (reply.status !== 429 && !(reply.status >= 500 && asked !== undefined)) return
      if (asked === undefined && isReported) return
      const blocked = endpoint ? openBudget(known, call, endpoint) : budgets[0]
      if (!blocked) return
      blocked.block(at + Math.max(asked ?? 0, refusedMs))
      sharing.seeTo(blocked)
    },
  }
}

function openBudget(known: Map<string, Budget>, { projectId }: CallOf, limit: Limit): Budget {
  const found = known.get(limit.key)
  if (found) return found
  const opened = new Budget(projectId, limit)
  known.set(limit.key, opened)
  return opened
}
