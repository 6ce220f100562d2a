import { isDeepStrictEqual } from 'node:util'
import type { OperationId, PauseCause } from '@platform/contract'
import type { ReadType } from '@platform/installations/operations/tables'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import { hasField, isLostAccess, parseLostFields } from '@platform/kernel/values'
import { maxBackfillDays, shortestIntervalMinutes } from '@platform/manifest'
import { nextRun } from './next-run.ts'
import type { EventOf, ReadEvent, RequestNote } from './read-events.ts'
import type { InstallationObjectRow } from './store.ts'

/*
 * How an object of an installation is read: every event that changes it, and what follows.
 *
 *   not read yet ──configured──► backfill ──read-succeeded──► scheduled reads ──┐
 *                       │                                        ▲    │  due    │
 *                       └─ no backfill: first scheduled read ────┘    └─────────┘
 *
 *   any ──pause-requested, blocked, read-blocked, read-failed──► paused
 *   paused ──resume-requested, unblocked, configured──► where it stood
 *
 * Beside it an object may be retried (`retryingSince`), and compared with a snapshot (`snapshotRecords`)
 * if its provider does not report times of change, or to find deletions: a due read is then followed by
 * one that checks for deletions, once a day.
 */

/** The row of `installation_objects`. Only events change it. */
export type ReadState = InstallationObjectRow

/** Context of the decision besides the state. */
export interface ReadSituation {
  now: Date
  /** Minimum interval of scheduled reads. */
  minIntervalMinutes: number
  /** The ID of the read that is started, if one is. */
  newReadId: OperationId
  /** The ID of the check for deletions that is started, if one is. */
  newCheckId: OperationId
  /** Its unfinished reads, oldest first: the first one runs. */
  unfinished: readonly { id: OperationId; isInLine: boolean }[]
  /** Its former backfill, loaded if it has no watermark. */
  backfill?:
    | { status: string; since: Date | null; isSinceByOurClock: boolean; createTime: Date }
    | undefined
}

export interface NewRead {
  id: OperationId
  readType: ReadType
  since: Date | null
  /** `since` is by our clock instead of the provider's. */
  isSinceByOurClock: boolean
  until: Date | null
  createdBy: string | null
  /** It only compares the IDs of all records, to find deletions. */
  checksDeletions: boolean
  /** Another read of the object runs first. */
  mustWait: boolean
}

/** Effects, carried out by `changeObject` in this order. */
export type ReadEffect =
  | { do: 'start-read'; read: NewRead }
  | { do: 'put-in-line'; operationId: OperationId }
  /** Interrupts the object's backfill at its next page, and cancels its other reads. */
  | { do: 'halt-reads'; why: string; note?: RequestNote }
  | { do: 'announce-pause'; reason: string }
  /** Required fields have no mapping. */
  | { do: 'announce-incomplete'; missingMappings: string[] }
  | { do: 'log-in-last-read'; note: RequestNote }
  | { do: 'delete-snapshot' }

/** Why a request is rejected. */
export type ReadRefusal = 'paused' | 'removed' | 'no-destination'

export interface ReadDecision {
  state: ReadState
  effects: ReadEffect[]
  refusal?: ReadRefusal
}

/** After this number of failed scheduled reads in a row the object is paused. */
const maxFailuresInARow = 5

/** Decides what follows an event, without side effects. */
export function decide(state: ReadState, event: ReadEvent, situation: ReadSituation): ReadDecision {
  const { now } = situation
  switch (event.type) {
    case 'configured':
      return decideConfigured(state, event, situation)
    case 'switched-off':
      return {
        state: withLost({ ...state, nextRunTime: null }, [], now),
        effects: [{ do: 'halt-reads', why: 'Switched off.' }],
      }
    case 'due':
      return decideDue(state, event, situation)
    case 'postponed':
      return keepState({ ...state, nextRunTime: event.until })
    case 'read-requested': {
      if (state.pausedFor !== null) return rejectEvent(state, 'paused')
      const { since, until, by: createdBy } = event
      return startNewRead(state, situation, { readType: 'triggered', since, until, createdBy })
    }
    case 'pause-requested':
      // The caller announces the pause and records who requested it.
      return {
        state: { ...state, ...makePause('request', event.reason, now, event.note.by) },
        effects: [{ do: 'halt-reads', why: event.why, note: event.note }],
      }
    case 'resume-requested':
      return resumeRequested(state, event, situation)
    case 'blocked':
      return decideBlocked(state, event, now)
    case 'unblocked':
      return state.pausedFor === event.cause
        ? resume(state, event.plan, situation)
        : keepState(state)
    case 'read-retried':
      return keepState({
        ...state,
        retryingSince: state.retryingSince ?? now,
        retryingBecause: event.error.slice(0, 1000),
        retryTime: event.until,
        isLimited: event.isLimited,
      })
    case 'read-recovered':
      return keepState({ ...state, ...notRetried })
    case 'read-blocked':
      return pauseAfter({ ...state, ...notRetried }, event, now)
    case 'read-succeeded':
      return keepState(applySuccess(state, event, now))
    case 'read-failed':
      return applyFailure(state, event, now)
    case 'read-canceled':
      return applyCancellation(state, event, situation)
    case 'access-checked':
      return accessChecked(state, event, situation)
    case 'fields-compared': {
      const compared = { ...state, describedTime: now }
      return keepState(event.lost ? withLost(compared, event.lost, now) : compared)
    }
    case 'snapshot-begun':
      return keepState({
        ...state,
        snapshotRecords: state.snapshotRecords ?? 0,
        snapshotLeftOut: 0,
      })
    case 'snapshot-compared':
      return keepState({
        ...state,
        snapshotTime: now,
        ...(event.held && {
          snapshotHeld: event.held.records,
          snapshotHeldBy: event.held.by,
        }),
        ...(event.missed !== undefined && { snapshotMissed: event.missed }),
      })
    case 'snapshot-dropped':
      return { state: { ...state, ...noSnapshot }, effects: [{ do: 'delete-snapshot' }] }
  }
}

function decideConfigured(
  state: ReadState,
  { plan, hasDestination }: EventOf<'configured'>,
  situation: ReadSituation,
): ReadDecision {
  const isUnblocked = state.pausedFor === 'destination' && hasDestination
  const missing = noteMissing(state, plan, situation.now)
  const mapped = noteMapped(missing.state, plan, situation)
  const isMended = mapped.effects.length === 0 && isWithoutLostFields(state, plan)
  const after = isMended ? { ...mapped.state, ...notFailing } : mapped.state
  const read =
    isUnblocked || (isMended && state.pausedFor === 'failures')
      ? resume(after, plan, situation)
      : readOn(after, {
          plan,
          ...situation,
          catchesUp: isMended && plan.schedule !== undefined,
        })
  const effects = [...missing.effects, ...mapped.effects, ...read.effects]
  const stillLost = state.lostFields?.filter((name) => plan.fieldNames.includes(name)) ?? []
  const lost = withLost(read.state, stillLost, situation.now)
  return schedule({ ...read, state: lost, effects }, plan, situation)
}

/** Reports whether reads failed for fields that the account lacks, and none of them is read any more. */
function isWithoutLostFields(state: ReadState, { fieldNames }: ReadPlan): boolean {
  const isPausedForOthers = state.pausedFor !== null && state.pausedFor !== 'failures'
  const lost = parseLostFields(state.pausedReason ?? state.failingBecause)
  return !isPausedForOthers && lost.length > 0 && !lost.some((name) => hasField(fieldNames, name))
}

function decideDue(
  state: ReadState,
  { plan, needsDeletionChecks }: EventOf<'due'>,
  situation: ReadSituation,
): ReadDecision {
  const missing = noteMissing(state, plan, situation.now)
  const read = readOn(missing.state, { plan, ...situation, catchesUp: true })
  const check = needsDeletionChecks ? checkDeletions(read, situation) : []
  const effects = [...missing.effects, ...read.effects, ...check]
  return schedule({ ...read, effects }, plan, situation)
}

const hourMs = 3600_000

/**
 * Interval of checks for deletions: shorter if records were missing, because only another check
 * confirms that they are deleted; longer if the snapshot is full, so that checks find none.
 */
function findCheckIntervalMs({ snapshotLeftOut, snapshotMissed, snapshotHeld }: ReadState): number {
  if (snapshotLeftOut > 0) return 7 * 24 * hourMs
  return snapshotMissed > 0 || snapshotHeld > 0 ? hourMs : 24 * hourMs
}

/** Starts a check for deletions behind the scheduled read that starts, if one is due. */
function checkDeletions(
  { state, effects }: ReadDecision,
  { now, newCheckId: id }: ReadSituation,
): ReadEffect[] {
  const { snapshotTime, watermark: since } = state
  const begins = effects.some((effect) => effect.do === 'start-read')
  const isEarly =
    snapshotTime !== null && now.getTime() - snapshotTime.getTime() < findCheckIntervalMs(state)
  if (!begins || since === null || isEarly) return []
  const read: NewRead = {
    ...{ id, readType: 'scheduled', since, isSinceByOurClock: false, until: null, createdBy: null },
    ...{ checksDeletions: true, mustWait: true },
  }
  return [{ do: 'start-read', read }]
}

function resumeRequested(
  state: ReadState,
  { plan, hasDestination, isCutOff, note }: EventOf<'resume-requested'>,
  situation: ReadSituation,
): ReadDecision {
  if (state.pausedFor === null) {
    // Reads stopped because of refused credentials are tried now.
    return isCutOff && plan
      ? readOn(state, { plan, ...situation, catchesUp: true })
      : keepState(state)
  }
  if (state.pausedFor === 'removed') return rejectEvent(state, 'removed')
  if (state.pausedFor === 'destination' && plan && !hasDestination) {
    return rejectEvent(state, 'no-destination')
  }
  const { effects, ...resumed } = resume(state, plan, situation)
  return { ...resumed, effects: [...effects, { do: 'log-in-last-read', note }] }
}

function decideBlocked(state: ReadState, event: EventOf<'blocked'>, now: Date): ReadDecision {
  if (state.pausedFor !== null) return keepState(state)
  const pause = makePause(event.cause, event.reason, now)
  const { pausedReason: why } = pause
  return {
    state: { ...state, ...pause },
    effects: [
      { do: 'halt-reads', why },
      { do: 'announce-pause', reason: why },
    ],
  }
}

/**
 * Notes required fields that are no longer mapped, and announces them. A read that is due leaves it
 * to the saved configuration to note that they are.
 */
function noteMissing(
  state: ReadState,
  { missingMappings: missing }: ReadPlan,
  now: Date,
): ReadDecision {
  const before = state.missingMappings ?? []
  if (missing.every((name) => before.includes(name))) return keepState(state)
  return {
    state: {
      ...state,
      missingMappings: missing,
      ...(before.length === 0 && { missingSince: now, missingFrom: state.watermark }),
    },
    effects: [{ do: 'announce-incomplete', missingMappings: missing }],
  }
}

/** Reads again what was read without fields that are now mapped. */
function noteMapped(state: ReadState, plan: ReadPlan, situation: ReadSituation): ReadDecision {
  const missing = plan.missingMappings
  const before = state.missingMappings ?? []
  if (before.every((name) => missing.includes(name))) return keepState(state)
  const after = { ...state, ...(missing.length > 0 ? { missingMappings: missing } : notMissing) }
  const isMapped = before.some((name) => plan.mapped.some(({ mapToName }) => mapToName === name))
  const isRead = state.watermark !== null || situation.unfinished.length > 0
  if (!isMapped || !isRead || state.pausedFor !== null) return keepState(after)
  const since = state.missingFrom ?? findCutOff(plan, situation.now)?.since ?? null
  return startNewRead(after, situation, { readType: 'triggered', since })
}

const applySuccess = (
  state: ReadState,
  { readType, watermark, recentlyRead }: EventOf<'read-succeeded'>,
  now: Date,
): ReadState => ({
  ...state,
  ...notRetried,
  lastRunTime: now,
  ...notFailing,
  ...(readType !== 'triggered' && { watermark, recentlyRead }),
})

/** Counts the failure of a scheduled read, and pauses the object after several, or if only a person can help. */
function applyFailure(
  state: ReadState,
  { readType, cause, error }: EventOf<'read-failed'>,
  now: Date,
): ReadDecision {
  const failuresInARow = state.failuresInARow + (readType === 'scheduled' ? 1 : 0)
  const after = {
    ...{ ...state, ...notRetried, lastRunTime: now, failuresInARow },
    failingSince: state.failingSince ?? now,
    failingBecause: error.slice(0, 1000),
  }
  if (cause !== 'failures') return pauseAfter(after, { cause, error }, now)
  if (failuresInARow < maxFailuresInARow) return keepState(after)
  const summary = `${failuresInARow} consecutive scheduled reads failed: ${error}`
  return pauseAfter(after, { cause, error: summary }, now)
}

/** Gives up the unread part of a canceled backfill: scheduled reads continue from its start time. */
function applyCancellation(
  state: ReadState,
  { readType, asOf, recentlyRead, plan }: EventOf<'read-canceled'>,
  situation: ReadSituation,
): ReadDecision {
  const begins = readType === 'backfill' && state.watermark === null && asOf !== null
  const after = { ...state, ...notRetried, ...(begins && { watermark: asOf, recentlyRead }) }
  return plan ? readOn(after, { plan, ...situation, catchesUp: false }) : keepState(after)
}

/** Marks the object as failing while access is lost, and reads again once it is back. */
function accessChecked(
  state: ReadState,
  { error, plan }: EventOf<'access-checked'>,
  situation: ReadSituation,
): ReadDecision {
  if (error !== undefined) {
    if (state.pausedFor !== null) return keepState(state)
    const failingSince = state.failingSince ?? situation.now
    return keepState({ ...state, failingSince, failingBecause: error.slice(0, 1000) })
  }
  const isPausedForIt = state.pausedFor === 'failures' && isLostAccess(state.pausedReason)
  const wasLost = isPausedForIt || isLostAccess(state.failingBecause)
  if (!wasLost) return keepState(state)
  const restored = { ...state, ...notFailing }
  if (isPausedForIt) return resume(restored, plan, situation)
  return readOn(restored, { plan, ...situation, catchesUp: plan.schedule !== undefined })
}

const keepState = (state: ReadState): ReadDecision => ({ state, effects: [] })

const rejectEvent = (state: ReadState, refusal: ReadRefusal): ReadDecision => ({
  state,
  effects: [],
  refusal,
})

const notRetried = {
  retryingSince: null,
  retryingBecause: null,
  retryTime: null,
  isLimited: false,
} as const

const notMissing = { missingMappings: null, missingSince: null, missingFrom: null } as const

const notFailing = { failuresInARow: 0, failingSince: null, failingBecause: null } as const

const noSnapshot = {
  snapshotRecords: null,
  snapshotLeftOut: 0,
  snapshotTime: null,
  snapshotMissed: 0,
  snapshotHeld: 0,
  snapshotHeldBy: null,
} as const

/** Sets the lost fields. If they are the same as before, list and time stay. */
function withLost(state: ReadState, lost: readonly string[], now: Date): ReadState {
  if (lost.length === 0) return { ...state, lostFields: null, lostSince: null }
  const isSame = isDeepStrictEqual(lost.toSorted(), state.lostFields?.toSorted())
  if (isSame) return state
  return { ...state, lostFields: [...lost], lostSince: state.lostSince ?? now }
}

const notPaused = {
  pausedFor: null,
  pausedReason: null,
  pausedTime: null,
  pausedBy: null,
} as const

const makePause = (cause: PauseCause, message: string, now: Date, by: string | null = null) => ({
  pausedFor: cause,
  pausedReason: cause === 'credentials' ? `Bad credentials: ${message}` : message,
  pausedTime: now,
  pausedBy: by,
})

/** Pauses an object whose read stopped or failed, unless it is already paused. */
function pauseAfter(
  state: ReadState,
  { cause, error }: { cause: PauseCause; error: string },
  now: Date,
): ReadDecision {
  if (state.pausedFor !== null) return keepState(state)
  const pause = makePause(cause, error, now)
  return {
    state: { ...state, ...pause },
    effects: [{ do: 'announce-pause', reason: pause.pausedReason }],
  }
}

/** Ends the object's pause. What it missed is read immediately. */
function resume(
  state: ReadState,
  plan: ReadPlan | undefined,
  situation: ReadSituation,
): ReadDecision {
  const resumed = { ...state, ...notPaused, failuresInARow: 0 }
  if (!plan) return keepState(resumed)
  return readOn(resumed, { plan, ...situation, catchesUp: plan.schedule !== undefined })
}

/**
 * Continues to read an object that is not paused: an unfinished read from its last page, else a
 * failed backfill with its original range, else, if it `catchesUp`, by a scheduled read.
 */
function readOn(
  state: ReadState,
  { plan, catchesUp, ...situation }: ReadSituation & { plan: ReadPlan; catchesUp: boolean },
): ReadDecision {
  const { now, unfinished, backfill: before } = situation
  if (state.pausedFor !== null) return keepState(state)
  const [first] = unfinished
  if (first) {
    const effects: ReadEffect[] = first.isInLine
      ? []
      : [{ do: 'put-in-line', operationId: first.id }]
    return { state, effects }
  }
  if (state.watermark !== null) {
    if (!catchesUp) return keepState(state)
    return startNewRead(state, situation, { readType: 'scheduled', since: state.watermark })
  }
  const cutOff = before ? { since: before.since } : findCutOff(plan, now)
  if (cutOff && before?.status !== 'canceled') {
    const { newReadId: backfillOperationId } = situation
    return startNewRead({ ...state, backfillOperationId }, situation, {
      readType: 'backfill',
      isSinceByOurClock: before?.isSinceByOurClock ?? true,
      ...cutOff,
    })
  }
  if (plan.schedule === undefined) return keepState(state)
  // Reads changes from now on: the first read determines the provider's time. If it fails, the next
  // one starts no later.
  const beginTime = state.beginTime ?? before?.createTime ?? now
  return startNewRead({ ...state, beginTime }, situation, {
    readType: 'scheduled',
    since: beginTime,
    isSinceByOurClock: true,
  })
}

const startNewRead = (
  state: ReadState,
  { newReadId: id, unfinished }: ReadSituation,
  read: Pick<NewRead, 'readType' | 'since'> & Partial<NewRead>,
): ReadDecision => ({
  state,
  effects: [
    {
      do: 'start-read',
      read: {
        id,
        isSinceByOurClock: false,
        until: null,
        createdBy: null,
        checksDeletions: false,
        mustWait: unfinished.length > 0,
        ...read,
      },
    },
  ],
})

/** Returns how far back the backfill goes; undefined if the plan has none. */
function findCutOff({ backfill }: ReadPlan, now: Date): { since: Date | null } | undefined {
  if (backfill?.fullHistory) return { since: null }
  if (!backfill?.days) return undefined
  // Configurations saved by an earlier version may contain more.
  const days = Math.min(backfill.days, maxBackfillDays)
  return { since: new Date(now.getTime() - days * 86_400_000) }
}

/** Sets the time of the next scheduled read. A paused object keeps its place in the schedule. */
function schedule(
  { state, effects }: ReadDecision,
  plan: ReadPlan,
  { now, minIntervalMinutes }: ReadSituation,
): ReadDecision {
  const { installationId, objectName } = state
  if (plan.schedule === undefined) return { state: { ...state, nextRunTime: null }, effects }
  // The schedule may have been saved under a lower minimum.
  const isTooFrequent =
    shortestIntervalMinutes(plan.schedule, minIntervalMinutes) < minIntervalMinutes
  const after = isTooFrequent ? new Date(now.getTime() + minIntervalMinutes * 60_000) : now
  const nextRunTime = nextRun(
    { schedule: plan.schedule, timezone: plan.timezone },
    `${installationId}:${objectName}`,
    after,
  )
  return { state: { ...state, nextRunTime }, effects }
}
