import { ProviderError, type ProviderFailure } from '@platform/connector'
import type { Health } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'
import { describeLostAccess } from '@platform/kernel/values'
import { nextTry } from '../next-try.ts'
import { decide, type ReadState } from '../object/decide.ts'
import type { ReadEvent } from '../object/read-events.ts'

/** The message of each error in tests. */
export const providerWords = 'It said no.'

const makeRejection = (failure: ProviderFailure, more: object = {}) =>
  new ProviderError(failure, providerWords, more)

/** A reason why a read stops, and the resulting health of object and installation. */
export interface Cause {
  name: string
  error: Error
  readType: 'backfill' | 'scheduled'
  shown: Partial<Health>
}

const logOfRead = 'Open the log of the last read for details.'

/** Every cause that `nextTry` distinguishes. */
export const causes: Cause[] = [
  {
    name: 'credentials that are refused',
    error: makeRejection('credentials'),
    readType: 'scheduled',
    shown: { state: 'needsSignIn' },
  },
  {
    name: 'credentials that are refused in a backfill',
    error: makeRejection('credentials'),
    readType: 'backfill',
    shown: { state: 'needsSignIn' },
  },
  {
    name: 'a daily call limit',
    error: makeRejection('rate-limit', { isDailyLimit: true }),
    readType: 'scheduled',
    shown: {
      state: 'limited',
      reason: providerWords,
      remedy:
        'Reading continues automatically. If this happens often, read less frequently, or ask the customer to raise the limit at the provider.',
    },
  },
  {
    name: 'a short call limit',
    error: makeRejection('rate-limit'),
    readType: 'scheduled',
    shown: { state: 'retrying', reason: providerWords },
  },
  {
    name: 'an outage of the provider',
    error: makeRejection('unavailable'),
    readType: 'backfill',
    shown: { state: 'retrying', reason: providerWords },
  },
  {
    name: 'a cursor that the provider lost',
    error: makeRejection('cursor-gone'),
    readType: 'scheduled',
    shown: { state: 'retrying' },
  },
  {
    name: 'lost fields',
    error: makeRejection('bad-request', { fieldNames: ['Email', 'Phone'] }),
    readType: 'scheduled',
    shown: {
      state: 'failing',
      reason: 'Salesforce no longer lets this user see `Email` and `Phone`.',
      remedy: 'Restore the fields or access to them at the provider, or choose other fields.',
    },
  },
  {
    name: 'lost fields in a backfill',
    error: makeRejection('bad-request', { status: 400, fieldNames: ['Email'] }),
    readType: 'backfill',
    shown: {
      state: 'failing',
      reason: 'Salesforce no longer lets this user see `Email`.',
      remedy:
        'Restore the fields or access to them at the provider, or choose other fields. Then reload the fields or resume reading.',
    },
  },
  {
    name: 'a lost permission for the object',
    error: makeRejection('permission'),
    readType: 'scheduled',
    shown: {
      state: 'failing',
      reason: `Salesforce no longer lets this user read Contact: ${providerWords}`,
      remedy: 'Give the user access to the object at the provider.',
    },
  },
  {
    name: 'another rejection',
    error: makeRejection('bad-request'),
    readType: 'scheduled',
    shown: { state: 'failing', reason: providerWords, remedy: logOfRead },
  },
  {
    name: 'another rejection of a backfill',
    error: makeRejection('bad-request'),
    readType: 'backfill',
    shown: { state: 'retrying' },
  },
  {
    name: 'a rejection of a backfill for good',
    error: makeRejection('bad-request', { status: 400 }),
    readType: 'backfill',
    shown: {
      state: 'failing',
      reason: providerWords,
      remedy: 'Repair the cause, then resume reading.',
    },
  },
  {
    name: 'a missing destination',
    error: new Problem('destination-not-found', { detail: 'There is no destination webhook.' }),
    readType: 'scheduled',
    shown: {
      state: 'failing',
      reason: 'There is no destination webhook.',
      remedy: 'Create the destination, or name another one in platform.yaml.',
    },
  },
  {
    name: 'a defect of the server',
    error: new TypeError(providerWords),
    readType: 'scheduled',
    shown: { state: 'retrying' },
  },
]

/** Returns how the cause changes an object that was read until then. */
export function columnsAfter(object: ReadState, { error, readType }: Cause, now: Date) {
  const names = { providerName: 'Salesforce', objectName: object.objectName }
  const reason = error instanceof ProviderError ? describeLostAccess(error, names) : error.message
  const step = nextTry(error, { readType, tries: 1, chance: 0, now })
  const read: ReadState = {
    ...object,
    ...{ pausedFor: null, pausedReason: null, pausedTime: null, pausedBy: null },
    ...{ retryingSince: null, retryingBecause: null, retryTime: null, isLimited: false },
    ...{ failingSince: null, failingBecause: null, failuresInARow: 0, notifiedTime: null },
  }
  const { state } = decide(read, toEvent(), {
    now,
    minIntervalMinutes: 10,
    newReadId: 'op_1',
    newCheckId: 'op_2',
    unfinished: [],
  })
  const { recentlyRead: _, lostFields: __, missingMappings: ___, ...columns } = state
  return columns

  function toEvent(): ReadEvent {
    switch (step.do) {
      case 'retry':
      case 'hold': {
        const until = new Date(now.getTime() + step.delayMs)
        return { type: 'read-retried', until, error: reason, isLimited: step.do === 'hold' }
      }
      case 'pause':
        return { type: 'read-blocked', cause: step.cause, error: reason }
      case 'fail':
        return { type: 'read-failed', readType, cause: step.cause, error: reason }
    }
  }
}
