import { isDeepStrictEqual } from 'node:util'
import type { OperationId, PauseCause } from '@platform/contract'
import type { ReadType } from '@platform/installations/operations/tables'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import { isLostAccess } from '@platform/kernel/values/lost-access'
import { nextRun } from './next-run.ts'
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
 * if its provider does not report times of change.
 */

/** The row of `installation_objects`. Only events change it. */
export type ReadState = InstallationObjectRow

/** Log messages about a request of a person or a backend. */
export interface RequestNote {
  msg: string
  by: string
}

export type ReadEvent =
  /** Its configuration was saved and reads it by this plan. */
  | { type: 'configured'; plan: ReadPlan; hasDestination: boolean }
  /** Its configuration no longer reads it. */
  | { type: 'switched-off' }
  /** Its scheduled read is due. */
  | { type: 'due'; plan: ReadPlan }
  /** Its scheduled read was due and could not be started. */
  | { type: 'postponed'; until: Date }
  | { type: 'read-requested'; since: Date | null; until: Date | null; by: string }
  | { type: 'pause-requested'; reason: string; why: string; note: RequestNote }
  | {
      type: 'resume-requested'
      plan: ReadPlan | undefined
      hasDestination: boolean
      /** Whether the provider refuses the credentials of its connection. */
      isCutOff: boolean
      note: RequestNote
    }
  /** It cannot be read until something is fixed elsewhere. */
  | { type: 'blocked'; cause: BlockCause; reason: string }
  | { type: 'unblocked'; cause: BlockCause; plan: ReadPlan | undefined }
  /** An attempt of its read failed and will be retried. */
  | { type: 'read-retried'; until: Date; error: string; isLimited: boolean }
  /** A page was stored after failed attempts. */
  | { type: 'read-recovered' }
  /** An attempt failed, and its read keeps its position until someone fixes the cause. */
  | { type: 'read-blocked'; cause: PauseCause; error: string }
  | {
      type: 'read-succeeded'
      readType: ReadType
      watermark: Date
      recentlyRead: Record<string, string>
    }
  | { type: 'read-failed'; readType: ReadType; cause: PauseCause; error: string }
  | {
      type: 'read-canceled'
      readType: ReadType
      /** Start of the read, by the provider's clock; null if it has read no page. */
      asOf: Date | null
      recentlyRead: Record<string, string>
      plan: ReadPlan | undefined
    }
  /** A sample read was rejected because access was lost (`error`), or accepted. */
  | { type: 'access-checked'; error: string | undefined; plan: ReadPlan }
  /** The fields that it reads were compared with those of the account; `lost` is undefined if they are unknown. */
  | { type: 'fields-compared'; lost: readonly string[] | undefined }
  | { type: 'snapshot-begun' }
  | {
      type: 'snapshot-compared'
      /**
       * Deletions held back for another read, because there are unusually many; absent if the read
       * did not look for deletions.
       */
      held?: { records: number; by: InstallationObjectRow['snapshotHeldBy'] }
    }
  /** The provider now reports times of change. */
  | { type: 'snapshot-dropped' }

export type BlockCause = 'credentials' | 'destination' | 'removed'

/** Context of the decision besides the state. */
export interface ReadSituation {
  now: Date
  /** The ID of the read that is started, if one is. */
  newReadId: OperationId
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
    case 'configured': {
      const isUnblocked = state.pausedFor === 'destination' && event.hasDestination
      const read = isUnblocked
        ? resume(state, event.plan, situation)
        : readOn(state, { ...event, ...situation, catchesUp: false })
      const { fieldNames } = event.plan
      const stillLost = state.lostFields?.filter((name) => fieldNames.includes(name)) ?? []
      const configured = { ...read, state: withLost(read.state, stillLost, now) }
      return schedule(configured, event.plan, now)
    }
    case 'switched-off':
      return {
        state: withLost({ ...state, nextRunTime: null }, [], now),
        effects: [{ do: 'halt-reads', why: 'Switched off.' }],
      }
    case 'due':
      return schedule(readOn(state, { ...event, ...situation, catchesUp: true }), event.plan, now)
    case 'postponed':
      return unchanged({ ...state, nextRunTime: event.until })
    case 'read-requested': {
      if (state.pausedFor !== null) return refuse(state, 'paused')
      const { since, until, by: createdBy } = event
      return started(state, situation, { readType: 'triggered', since, until, createdBy })
    }
    case 'pause-requested':
      // The caller announces the pause and records who requested it.
      return {
        state: { ...state, ...pausedFor('request', event.reason, now, event.note.by) },
        effects: [{ do: 'halt-reads', why: event.why, note: event.note }],
      }
    case 'resume-requested': {
      const { plan, hasDestination, isCutOff, note } = event
      if (state.pausedFor === null) {
        // Reads stopped because of refused credentials are tried now.
        return isCutOff && plan
          ? readOn(state, { plan, ...situation, catchesUp: true })
          : unchanged(state)
      }
      if (state.pausedFor === 'removed') return refuse(state, 'removed')
      if (state.pausedFor === 'destination' && plan && !hasDestination) {
        return refuse(state, 'no-destination')
      }
      const { effects, ...resumed } = resume(state, plan, situation)
      return { ...resumed, effects: [...effects, { do: 'log-in-last-read', note }] }
    }
    case 'blocked': {
      if (state.pausedFor !== null) return unchanged(state)
      const pause = pausedFor(event.cause, event.reason, now)
      const { pausedReason: why } = pause
      return {
        state: { ...state, ...pause },
        effects: [
          { do: 'halt-reads', why },
          { do: 'announce-pause', reason: why },
        ],
      }
    }
    case 'unblocked':
      return state.pausedFor === event.cause
        ? resume(state, event.plan, situation)
        : unchanged(state)
    case 'read-retried':
      return unchanged({
        ...state,
        retryingSince: state.retryingSince ?? now,
        retryingBecause: event.error.slice(0, 1000),
        retryTime: event.until,
        isLimited: event.isLimited,
      })
    case 'read-recovered':
      return unchanged({ ...state, ...notRetried })
    case 'read-blocked':
      return pauseAfter({ ...state, ...notRetried }, event, now)
    case 'read-succeeded':
      return unchanged({
        ...state,
        ...notRetried,
        lastRunTime: now,
        ...notFailing,
        ...(event.readType !== 'triggered' && {
          watermark: event.watermark,
          recentlyRead: event.recentlyRead,
        }),
      })
    case 'read-failed': {
      const isScheduled = event.readType === 'scheduled'
      const failuresInARow = state.failuresInARow + (isScheduled ? 1 : 0)
      const failed = {
        ...{ ...state, ...notRetried, lastRunTime: now, failuresInARow },
        failingSince: state.failingSince ?? now,
        failingBecause: event.error.slice(0, 1000),
      }
      if (event.cause !== 'failures') return pauseAfter(failed, event, now)
      if (failuresInARow < maxFailuresInARow) return unchanged(failed)
      const error = `${failuresInARow} consecutive scheduled reads failed: ${event.error}`
      return pauseAfter(failed, { cause: 'failures', error }, now)
    }
    case 'read-canceled': {
      const { readType, asOf, recentlyRead, plan } = event
      // The unread part of a canceled backfill is given up: scheduled reads continue from its start
      // time.
      const begins = readType === 'backfill' && state.watermark === null && asOf !== null
      const canceled = {
        ...state,
        ...notRetried,
        ...(begins && { watermark: asOf, recentlyRead }),
      }
      return plan ? readOn(canceled, { plan, ...situation, catchesUp: false }) : unchanged(canceled)
    }
    case 'access-checked': {
      const { error, plan } = event
      if (error !== undefined) {
        if (state.pausedFor !== null) return unchanged(state)
        const failingSince = state.failingSince ?? now
        return unchanged({ ...state, failingSince, failingBecause: error.slice(0, 1000) })
      }
      const isPausedForIt = state.pausedFor === 'failures' && isLostAccess(state.pausedReason)
      const wasLost = isPausedForIt || isLostAccess(state.failingBecause)
      if (!wasLost) return unchanged(state)
      const restored = { ...state, ...notFailing }
      if (isPausedForIt) return resume(restored, plan, situation)
      const catchesUp = plan.schedule !== undefined
      return readOn(restored, { plan, ...situation, catchesUp })
    }
    case 'fields-compared': {
      const compared = { ...state, describedTime: now }
      return unchanged(event.lost ? withLost(compared, event.lost, now) : compared)
    }
    case 'snapshot-begun':
      return unchanged({
        ...state,
        snapshotRecords: state.snapshotRecords ?? 0,
        snapshotLeftOut: 0,
      })
    case 'snapshot-compared':
      return unchanged({
        ...state,
        snapshotTime: now,
        ...(event.held && {
          snapshotHeld: event.held.records,
          snapshotHeldBy: event.held.by,
        }),
      })
    case 'snapshot-dropped':
      return {
        state: {
          ...state,
          snapshotRecords: null,
          snapshotLeftOut: 0,
          snapshotTime: null,
          snapshotHeld: 0,
          snapshotHeldBy: null,
        },
        effects: [{ do: 'delete-snapshot' }],
      }
  }
}

const unchanged = (state: ReadState): ReadDecision => ({ state, effects: [] })

const refuse = (state: ReadState, refusal: ReadRefusal): ReadDecision => ({
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

const notFailing = { failuresInARow: 0, failingSince: null, failingBecause: null } as const

/** Notes which fields are lost. What is the same as before keeps its value, and its time. */
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

const pausedFor = (cause: PauseCause, message: string, now: Date, by: string | null = null) => ({
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
  if (state.pausedFor !== null) return unchanged(state)
  const pause = pausedFor(cause, error, now)
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
  if (!plan) return unchanged(resumed)
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
  if (state.pausedFor !== null) return unchanged(state)
  const [first] = unfinished
  if (first) {
    const effects: ReadEffect[] = first.isInLine
      ? []
      : [{ do: 'put-in-line', operationId: first.id }]
    return { state, effects }
  }
  if (state.watermark !== null) {
    if (!catchesUp) return unchanged(state)
    return started(state, situation, { readType: 'scheduled', since: state.watermark })
  }
  const cutOff = before ? { since: before.since } : cutOffOf(plan, now)
  if (cutOff && before?.status !== 'canceled') {
    const { newReadId: backfillOperationId } = situation
    return started({ ...state, backfillOperationId }, situation, {
      readType: 'backfill',
      isSinceByOurClock: before?.isSinceByOurClock ?? true,
      ...cutOff,
    })
  }
  if (plan.schedule === undefined) return unchanged(state)
  // Reads changes from now on: the first read determines the provider's time. If it fails, the next
  // one starts no later.
  const beginTime = state.beginTime ?? before?.createTime ?? now
  return started({ ...state, beginTime }, situation, {
    readType: 'scheduled',
    since: beginTime,
    isSinceByOurClock: true,
  })
}

const started = (
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
        mustWait: unfinished.length > 0,
        ...read,
      },
    },
  ],
})

/** Returns how far back the backfill goes; undefined if the plan has none. */
function cutOffOf({ backfill }: ReadPlan, now: Date): { since: Date | null } | undefined {
  if (backfill?.fullHistory) return { since: null }
  if (!backfill?.days) return undefined
  return { since: new Date(now.getTime() - backfill.days * 86_400_000) }
}

/** Sets the time of the next scheduled read. A paused object keeps its place in the schedule. */
function schedule({ state, effects }: ReadDecision, plan: ReadPlan, now: Date): ReadDecision {
  const { installationId, objectName } = state
  const nextRunTime =
    plan.schedule === undefined
      ? null
      : nextRun(plan.schedule, `${installationId}:${objectName}`, now)
  return { state: { ...state, nextRunTime }, effects }
}
