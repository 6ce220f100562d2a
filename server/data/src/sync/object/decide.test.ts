import { expect, it } from 'vitest'
import type { ReadPlan } from '@platform/installations/integrations/read-object'
import {
  decide,
  type ReadDecision,
  type ReadEffect,
  type ReadState,
  type ReadSituation,
} from './decide.ts'
import { nextRun } from './next-run.ts'
import type { ReadEvent } from './read-events.ts'

const now = new Date('2026-07-01T12:00:00Z')
const watermark = new Date('2026-07-01T11:00:00Z')
const before = new Date('2026-06-01T00:00:00Z')
const later = new Date('2026-07-01T12:05:00Z')
const schedule = '0 * * * *'

const fresh: ReadState = {
  installationId: 'inst_1',
  objectName: 'contact',
  projectId: 'proj_1',
  watermark: null,
  recentlyRead: {},
  pausedFor: null,
  pausedReason: null,
  pausedTime: null,
  pausedBy: null,
  failuresInARow: 0,
  lastRunTime: null,
  nextRunTime: null,
  backfillOperationId: null,
  beginTime: null,
  retryingSince: null,
  retryingBecause: null,
  retryTime: null,
  isLimited: false,
  failingSince: null,
  failingBecause: null,
  lostFields: null,
  lostSince: null,
  missingMappings: null,
  missingSince: null,
  missingFrom: null,
  describedTime: before,
  notifiedTime: null,
  snapshotRecords: null,
  snapshotLeftOut: 0,
  snapshotTime: null,
  snapshotMissed: 0,
  snapshotHeld: 0,
  snapshotHeldBy: null,
}
const nextDue = nextRun({ schedule }, `${fresh.installationId}:${fresh.objectName}`, now)

const plan: ReadPlan = {
  objectName: 'contact',
  mappedName: 'contact',
  destination: 'webhook',
  schedule,
  timezone: 'UTC',
  backfill: { fullHistory: true },
  fieldNames: [],
  associations: [],
  plain: [],
  mapped: [],
  missingMappings: [],
  filters: [],
  filter: undefined,
  backfillFilters: [],
  includeDeleted: false,
  overlapMinutes: undefined,
  deletionLimitPercent: 20,
  isOnRequest: false,
  pageSize: undefined,
  keepsRecords: false,
}

const reading = { ...fresh, watermark, nextRunTime: before }
const ofBackfill = { ...fresh, backfillOperationId: 'op_1' } as const
const formerBackfill = { since: before, isSinceByOurClock: false, createTime: before }
const makePausedState = (pausedFor: ReadState['pausedFor']): ReadState => ({
  ...reading,
  pausedFor,
  pausedReason: 'It is so.',
  pausedTime: before,
  pausedBy: pausedFor === 'request' ? 'builder' : null,
  failuresInARow: 5,
})

/** Every state, with its unfinished reads. */
const active: Record<string, { state: ReadState; reads?: Partial<ReadSituation> }> = {
  new: { state: fresh },
  backfilling: { state: ofBackfill, reads: { unfinished: [{ id: 'op_1', isInLine: true }] } },
  interrupted: { state: ofBackfill, reads: { unfinished: [{ id: 'op_1', isInLine: false }] } },
  'backfill failed': {
    state: ofBackfill,
    reads: { backfill: { ...formerBackfill, status: 'failure' } },
  },
  'backfill canceled': {
    state: ofBackfill,
    reads: { backfill: { ...formerBackfill, status: 'canceled' } },
  },
  reading: { state: reading },
  'being read': { state: reading, reads: { unfinished: [{ id: 'op_2', isInLine: true }] } },
  retrying: {
    state: {
      ...reading,
      retryingSince: before,
      retryingBecause: 'It is away.',
      retryTime: now,
      failuresInARow: 4,
    },
  },
  compared: {
    state: { ...reading, snapshotRecords: 7, snapshotLeftOut: 2, snapshotTime: before },
  },
}
const states: typeof active = {
  ...active,
  'paused on request': { state: makePausedState('request') },
  'paused for credentials': { state: makePausedState('credentials') },
  'paused for destination': { state: makePausedState('destination') },
  'paused for removed': { state: makePausedState('removed') },
  'paused for failures': { state: makePausedState('failures') },
}

const note = { msg: 'Somebody wished so.', by: 'builder' }
const resume = {
  type: 'resume-requested',
  plan,
  hasDestination: false,
  isCutOff: false,
  note,
} as const
const failed = {
  type: 'read-failed',
  readType: 'scheduled',
  cause: 'failures',
  error: 'no',
} as const
const ended = { watermark: later, recentlyRead: { r1: 'a' } }
const canceled = { type: 'read-canceled', readType: 'backfill', recentlyRead: {}, plan } as const

const events: Record<string, ReadEvent> = {
  configured: { type: 'configured', plan, hasDestination: false },
  'configured with its destination': { type: 'configured', plan, hasDestination: true },
  'configured without a schedule': {
    type: 'configured',
    plan: { ...plan, schedule: undefined },
    hasDestination: false,
  },
  'configured without a backfill': {
    type: 'configured',
    plan: { ...plan, backfill: undefined },
    hasDestination: false,
  },
  'switched off': { type: 'switched-off' },
  due: { type: 'due', plan, needsDeletionChecks: false },
  postponed: { type: 'postponed', until: later },
  'read requested': { type: 'read-requested', since: before, until: null, by: 'builder' },
  'pause requested': { type: 'pause-requested', reason: 'Spring cleaning', why: 'so', note },
  'resume requested': resume,
  'resume requested with its destination': { ...resume, hasDestination: true },
  'resume requested while cut off': { ...resume, isCutOff: true },
  'resume requested without a plan': { ...resume, plan: undefined },
  'blocked by credentials': { type: 'blocked', cause: 'credentials', reason: 'revoked' },
  'unblocked by credentials': { type: 'unblocked', cause: 'credentials', plan },
  'unblocked by destination': { type: 'unblocked', cause: 'destination', plan },
  'unblocked by removed': { type: 'unblocked', cause: 'removed', plan: undefined },
  'read retried': { type: 'read-retried', until: later, error: 'away', isLimited: false },
  'read limited': { type: 'read-retried', until: later, error: 'away', isLimited: true },
  'read recovered': { type: 'read-recovered' },
  'read blocked': { type: 'read-blocked', cause: 'credentials', error: 'revoked' },
  'backfill succeeded': { type: 'read-succeeded', readType: 'backfill', ...ended },
  'triggered read succeeded': { type: 'read-succeeded', readType: 'triggered', ...ended },
  'scheduled read failed': failed,
  'triggered read failed': { ...failed, readType: 'triggered' },
  'read failed by destination': { ...failed, cause: 'destination' },
  'backfill canceled': { ...canceled, asOf: later },
  'backfill canceled before its first page': { ...canceled, asOf: null },
  'scheduled read canceled': { ...canceled, readType: 'scheduled', asOf: later },
  'snapshot begun': { type: 'snapshot-begun' },
  'snapshot compared': { type: 'snapshot-compared' },
  'snapshot dropped': { type: 'snapshot-dropped' },
}

const pause = 'paused for'
const since = {
  start: 'start backfill from the start by our clock',
  again: 'start backfill since before',
  first: 'start scheduled since before by our clock',
  next: 'start scheduled since watermark',
}

/** Expected result of each event: for the named state, else for active or paused ones, else for any. */
const outcomes: Record<keyof typeof events, Record<string, string>> = {
  configured: {
    any: 'due at nextDue',
    new: `backfill op_9, due at nextDue, ${since.start}`,
    interrupted: 'due at nextDue, put-in-line',
    'backfill failed': `backfill op_9, due at nextDue, ${since.again}`,
    'backfill canceled': `from before, due at nextDue, ${since.first}`,
  },
  'configured with its destination': {
    any: 'due at nextDue',
    new: `backfill op_9, due at nextDue, ${since.start}`,
    interrupted: 'due at nextDue, put-in-line',
    'backfill failed': `backfill op_9, due at nextDue, ${since.again}`,
    'backfill canceled': `from before, due at nextDue, ${since.first}`,
    'paused for destination': `not paused, 0 failures, due at nextDue, ${since.next}`,
  },
  'configured without a schedule': {
    any: 'due at null',
    new: `backfill op_9, ${since.start}`,
    backfilling: 'nothing',
    interrupted: 'put-in-line',
    'backfill failed': `backfill op_9, ${since.again}`,
    'backfill canceled': 'nothing',
  },
  'configured without a backfill': {
    any: 'due at nextDue',
    new: 'from now, due at nextDue, start scheduled since now by our clock',
    interrupted: 'due at nextDue, put-in-line',
    'backfill failed': `backfill op_9, due at nextDue, ${since.again}`,
    'backfill canceled': `from before, due at nextDue, ${since.first}`,
  },
  'switched off': {
    any: 'due at null, halt (Switched off.)',
    new: 'halt (Switched off.)',
    backfilling: 'halt (Switched off.)',
    interrupted: 'halt (Switched off.)',
    'backfill failed': 'halt (Switched off.)',
    'backfill canceled': 'halt (Switched off.)',
  },
  due: {
    active: `due at nextDue, ${since.next}`,
    paused: 'due at nextDue',
    new: `backfill op_9, due at nextDue, ${since.start}`,
    backfilling: 'due at nextDue',
    interrupted: 'due at nextDue, put-in-line',
    'backfill failed': `backfill op_9, due at nextDue, ${since.again}`,
    'backfill canceled': `from before, due at nextDue, ${since.first}`,
    'being read': 'due at nextDue',
  },
  postponed: { any: 'due at later' },
  'read requested': {
    active: 'start triggered since before',
    paused: 'refused: paused',
    backfilling: 'line up triggered since before',
    interrupted: 'line up triggered since before',
    'being read': 'line up triggered since before',
  },
  'pause requested': {
    any: `${pause} request (Spring cleaning) by builder, halt (Somebody wished so.)`,
  },
  'resume requested': {
    active: 'nothing',
    paused: `not paused, 0 failures, ${since.next}, log-in-last-read`,
    'paused for destination': 'refused: no-destination',
    'paused for removed': 'refused: removed',
  },
  'resume requested with its destination': {
    active: 'nothing',
    paused: `not paused, 0 failures, ${since.next}, log-in-last-read`,
    'paused for removed': 'refused: removed',
  },
  'resume requested while cut off': {
    active: since.next,
    paused: `not paused, 0 failures, ${since.next}, log-in-last-read`,
    new: `backfill op_9, ${since.start}`,
    backfilling: 'nothing',
    interrupted: 'put-in-line',
    'backfill failed': `backfill op_9, ${since.again}`,
    'backfill canceled': `from before, ${since.first}`,
    'being read': 'nothing',
    'paused for destination': 'refused: no-destination',
    'paused for removed': 'refused: removed',
  },
  'resume requested without a plan': {
    active: 'nothing',
    paused: 'not paused, 0 failures, log-in-last-read',
    'paused for removed': 'refused: removed',
  },
  'blocked by credentials': {
    active: `${pause} credentials (Bad credentials: revoked), halt (Bad credentials: revoked), announce (Bad credentials: revoked)`,
    paused: 'nothing',
  },
  'unblocked by credentials': {
    any: 'nothing',
    'paused for credentials': `not paused, 0 failures, ${since.next}`,
  },
  'unblocked by destination': {
    any: 'nothing',
    'paused for destination': `not paused, 0 failures, ${since.next}`,
  },
  'unblocked by removed': { any: 'nothing', 'paused for removed': 'not paused, 0 failures' },
  'read retried': {
    any: 'retried since now until later (away)',
    retrying: 'retried since before until later (away)',
  },
  'read limited': {
    any: 'limited since now until later (away)',
    retrying: 'limited since before until later (away)',
  },
  'read recovered': { any: 'nothing', retrying: 'not retried' },
  'read blocked': {
    active: `${pause} credentials (Bad credentials: revoked), announce (Bad credentials: revoked)`,
    paused: 'nothing',
    retrying: `${pause} credentials (Bad credentials: revoked), not retried, announce (Bad credentials: revoked)`,
  },
  'backfill succeeded': {
    active: 'read up to later, run at now',
    paused: 'read up to later, 0 failures, run at now',
    retrying: 'read up to later, 0 failures, run at now, not retried',
  },
  'triggered read succeeded': {
    active: 'run at now',
    paused: '0 failures, run at now',
    retrying: '0 failures, run at now, not retried',
  },
  'scheduled read failed': {
    active: '1 failures, run at now',
    paused: '6 failures, run at now',
    retrying: `${pause} failures (5 consecutive scheduled reads failed: no), 5 failures, run at now, not retried, announce (5 consecutive scheduled reads failed: no)`,
  },
  'triggered read failed': { any: 'run at now', retrying: 'run at now, not retried' },
  'read failed by destination': {
    active: `${pause} destination (no), 1 failures, run at now, announce (no)`,
    paused: '6 failures, run at now',
    retrying: `${pause} destination (no), 5 failures, run at now, not retried, announce (no)`,
  },
  'backfill canceled': {
    any: 'nothing',
    retrying: 'not retried',
    new: 'read up to later',
    backfilling: 'read up to later',
    interrupted: 'read up to later, put-in-line',
    'backfill failed': 'read up to later',
    'backfill canceled': 'read up to later',
  },
  'backfill canceled before its first page': {
    any: 'nothing',
    retrying: 'not retried',
    new: `backfill op_9, ${since.start}`,
    interrupted: 'put-in-line',
    'backfill failed': `backfill op_9, ${since.again}`,
    'backfill canceled': `from before, ${since.first}`,
  },
  'scheduled read canceled': {
    any: 'nothing',
    retrying: 'not retried',
    new: `backfill op_9, ${since.start}`,
    interrupted: 'put-in-line',
    'backfill failed': `backfill op_9, ${since.again}`,
    'backfill canceled': `from before, ${since.first}`,
  },
  'snapshot begun': { any: 'snapshot of 0', compared: 'snapshot of 7, 0 left out' },
  'snapshot compared': { any: 'compared at now' },
  'snapshot dropped': {
    any: 'delete-snapshot',
    compared: 'no snapshot, 0 left out, compared at null, delete-snapshot',
  },
}

it.each(Object.entries(events))('decides the next state and effects: %s', (name, event) => {
  const decided = Object.entries(states).map(([stateName, { state, reads }]) => {
    const situation: ReadSituation = {
      now,
      minIntervalMinutes: 10,
      newReadId: 'op_9',
      newCheckId: 'op_10',
      unfinished: [],
      ...reads,
    }
    const decision = decide(Object.freeze({ ...state }), event, situation)
    return [stateName, describeDecision(state, decision)]
  })

  const { any, ...named } = outcomes[name]!
  const expected = Object.keys(states).map((stateName) => {
    const kind = stateName in active ? named['active'] : named['paused']
    return [stateName, named[stateName] ?? kind ?? any]
  })
  expect(Object.fromEntries(decided)).toEqual(Object.fromEntries(expected))
})

const lost = 'Salesforce no longer lets this user see `Title`.'
const failing = { ...reading, failingSince: before, failingBecause: lost }

it('fails without a read when a sample read is refused, unless it is paused', () => {
  const event = { type: 'access-checked', error: lost, plan } as const
  const situation: ReadSituation = {
    now,
    minIntervalMinutes: 10,
    newReadId: 'op_9',
    newCheckId: 'op_10',
    unfinished: [],
  }

  expect(decide(reading, event, situation)).toEqual({
    state: { ...reading, failingSince: now, failingBecause: lost },
    effects: [],
  })
  expect(decide(failing, event, situation)).toEqual({ state: failing, effects: [] })
  const onRequest = makePausedState('request')
  expect(decide(onRequest, event, situation)).toEqual({ state: onRequest, effects: [] })
})

it('resumes reads after access was restored, and no others', () => {
  const event = { type: 'access-checked', error: undefined, plan } as const
  const situation: ReadSituation = {
    now,
    minIntervalMinutes: 10,
    newReadId: 'op_9',
    newCheckId: 'op_10',
    unfinished: [],
  }
  const restored = { failingSince: null, failingBecause: null, failuresInARow: 0 }
  const pausedForIt = { ...makePausedState('failures'), pausedReason: `5 reads failed: ${lost}` }
  const other = { ...failing, failingBecause: 'It is away.' }
  const onRequest = { ...makePausedState('request'), failingSince: before, failingBecause: lost }

  for (const state of [failing, pausedForIt]) {
    const decision = decide(state, event, situation)
    expect(decision.state).toMatchObject({ ...restored, pausedFor: null, pausedReason: null })
    expect(decision.effects).toMatchObject([{ do: 'start-read', read: { since: watermark } }])
  }
  expect(decide(other, event, situation)).toEqual({ state: other, effects: [] })
  expect(decide(makePausedState('failures'), event, situation).effects).toEqual([])
  expect(decide(onRequest, event, situation)).toEqual({
    state: { ...onRequest, ...restored },
    effects: [],
  })
})

it('resumes once a configuration no longer reads the fields that the account lacks', () => {
  const situation: ReadSituation = {
    now,
    minIntervalMinutes: 10,
    newReadId: 'op_9',
    newCheckId: 'op_10',
    unfinished: [],
  }
  const configure = (state: ReadState, fieldNames: string[]) =>
    decide(
      state,
      { type: 'configured', plan: { ...plan, fieldNames }, hasDestination: true },
      situation,
    )
  const pausedForIt = { ...makePausedState('failures'), pausedReason: `5 reads failed: ${lost}` }

  for (const state of [failing, pausedForIt]) {
    const decision = configure(state, ['Name'])
    expect(decision.state).toMatchObject({
      ...{ pausedFor: null, failingSince: null, failingBecause: null, failuresInARow: 0 },
    })
    expect(decision.effects).toMatchObject([{ do: 'start-read', read: { since: watermark } }])
    expect(configure(state, ['Name', 'title']).effects).toEqual([])
    expect(configure(state, ['Name', 'title']).state.pausedFor).toBe(state.pausedFor)
  }
  const others = [
    makePausedState('failures'),
    { ...makePausedState('request'), failingSince: before, failingBecause: lost },
    makePausedState('credentials'),
  ]
  for (const state of others) {
    expect(configure(state, ['Name']).effects).toEqual([])
    expect(configure(state, ['Name']).state.pausedFor).toBe(state.pausedFor)
  }
})

function describeDecision(former: ReadState, { state, effects, refusal }: ReadDecision): string {
  const has = (column: keyof ReadState) => state[column] !== former[column]
  const formatColumnTime = (column: 'nextRunTime' | 'beginTime' | 'lastRunTime' | 'snapshotTime') =>
    timeInWords(state[column])
  const { pausedFor, pausedReason, pausedBy, retryingSince, retryTime } = state
  const retry = state.isLimited ? 'limited' : 'retried'
  const parts = [
    has('pausedTime') &&
      (pausedFor
        ? `${pause} ${pausedFor} (${pausedReason})${pausedBy ? ` by ${pausedBy}` : ''}`
        : 'not paused'),
    has('backfillOperationId') && `backfill ${state.backfillOperationId}`,
    has('watermark') && `read up to ${timeInWords(state.watermark)}`,
    has('beginTime') && `from ${formatColumnTime('beginTime')}`,
    has('failuresInARow') && `${state.failuresInARow} failures`,
    has('lastRunTime') && `run at ${formatColumnTime('lastRunTime')}`,
    has('nextRunTime') && `due at ${formatColumnTime('nextRunTime')}`,
    has('retryTime') &&
      (retryTime
        ? `${retry} since ${timeInWords(retryingSince)} until ${timeInWords(retryTime)} (${state.retryingBecause})`
        : 'not retried'),
    (has('snapshotRecords') || (state.snapshotRecords !== null && has('snapshotLeftOut'))) &&
      (state.snapshotRecords === null ? 'no snapshot' : `snapshot of ${state.snapshotRecords}`),
    has('snapshotLeftOut') && `${state.snapshotLeftOut} left out`,
    has('snapshotTime') && `compared at ${formatColumnTime('snapshotTime')}`,
    ...effects.map(effectInWords),
    refusal && `refused: ${refusal}`,
  ]
  return parts.filter(Boolean).join(', ') || 'nothing'
}

function timeInWords(time: Date | null): string {
  const names = { now, watermark, before, later, nextDue }
  const name = Object.entries(names).find(([, each]) => each.getTime() === time?.getTime())
  return name?.[0] ?? String(time)
}

function effectInWords(effect: ReadEffect): string {
  switch (effect.do) {
    case 'start-read': {
      const { readType, since: from, isSinceByOurClock, mustWait } = effect.read
      const act = mustWait ? 'line up' : 'start'
      const start = from ? `since ${timeInWords(from)}` : 'from the start'
      return `${act} ${readType} ${start}${isSinceByOurClock ? ' by our clock' : ''}`
    }
    case 'halt-reads':
      return `halt (${effect.note?.msg ?? effect.why})`
    case 'announce-pause':
      return `announce (${effect.reason})`
    default:
      return effect.do
  }
}

const mapping = { mapToName: 'stage', fieldName: 'Title', values: undefined }
const withoutStage: ReadPlan = { ...plan, missingMappings: ['stage'] }
const withStage: ReadPlan = { ...plan, mapped: [mapping] }
const incomplete: ReadState = {
  ...reading,
  missingMappings: ['stage'],
  missingSince: before,
  missingFrom: before,
}
const idle = {
  now,
  minIntervalMinutes: 10,
  newReadId: 'op_9',
  newCheckId: 'op_10',
  unfinished: [],
} as const
const configure = (state: ReadState, configured: ReadPlan) =>
  decide(state, { type: 'configured', plan: configured, hasDestination: false }, idle)

it('announces required mappings once, by a revision or the next read', () => {
  const announced = { do: 'announce-incomplete', missingMappings: ['stage'] }

  const revised = configure(reading, withoutStage)
  const due = decide(reading, { type: 'due', plan: withoutStage, needsDeletionChecks: false }, idle)
  const again = configure(revised.state, withoutStage)

  expect(revised.state).toMatchObject({ missingSince: now, missingFrom: watermark })
  expect(revised.effects).toEqual([announced])
  expect(due.effects).toContainEqual(announced)
  expect(again.effects).toEqual([])
})

it('reads again from where mappings were missing, once they are chosen', () => {
  const { state, effects } = configure(incomplete, withStage)

  expect(state).toMatchObject({ missingMappings: null, missingSince: null, missingFrom: null })
  expect(effects).toMatchObject([{ read: { readType: 'triggered', since: before } }])
})

it.each([
  ['that are no longer required', incomplete, plan],
  ['of a paused object', { ...incomplete, pausedFor: 'request' }, withStage],
] as const)('does not read again for mappings %s', (_which, given, next) => {
  const { state, effects } = configure(given, next)

  expect(state).toMatchObject({ missingMappings: null, missingSince: null })
  expect(effects).toEqual([])
})

const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000)
const checked = { ...reading, snapshotRecords: 7, snapshotTime: hoursAgo(23) }

it.each<[string, ReadState, boolean]>([
  ['an object that was never checked', reading, true],
  ['an object that was checked a day ago', { ...checked, snapshotTime: hoursAgo(24) }, true],
  ['an object that was checked today', checked, false],
  ['missing records', { ...checked, snapshotTime: hoursAgo(1), snapshotMissed: 1 }, true],
  [
    'records missing just now',
    { ...checked, snapshotTime: hoursAgo(0.9), snapshotMissed: 1 },
    false,
  ],
  ['held deletions', { ...checked, snapshotTime: hoursAgo(1), snapshotHeld: 3 }, true],
  ['a full snapshot', { ...checked, snapshotTime: hoursAgo(24), snapshotLeftOut: 1 }, false],
  [
    'a snapshot full for a week',
    { ...checked, snapshotTime: hoursAgo(168), snapshotLeftOut: 1 },
    true,
  ],
  ['an object without a first read', fresh, false],
  ['a paused object', makePausedState('request'), false],
])('follows a due read by a check for deletions: %s', (_name, state, isChecked) => {
  const due = decide(state, { type: 'due', plan, needsDeletionChecks: true }, idle)
  const checks = due.effects.filter(
    (effect) => effect.do === 'start-read' && effect.read.checksDeletions,
  )

  expect(checks).toMatchObject(
    isChecked
      ? [{ read: { id: 'op_10', readType: 'scheduled', since: watermark, mustWait: true } }]
      : [],
  )
})

it('starts no check for deletions while a read is unfinished', () => {
  const unfinished = [{ id: 'op_2', isInLine: true }] as const
  const event = { type: 'due', plan, needsDeletionChecks: true } as const

  expect(decide(reading, event, { ...idle, unfinished }).effects).toEqual([])
})
