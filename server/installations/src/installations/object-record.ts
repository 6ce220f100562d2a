import type {
  Health,
  InstallationId,
  InstallationObject,
  ManifestIntegration,
  PauseCause,
} from '@platform/contract'
import type { Connector } from '@platform/connector'
import {
  describeLostFields,
  findWorst,
  getHealth,
  getOwn,
  isLostAccess,
  parseLostFields,
  describeRefusalRemedy,
} from '@platform/kernel/values'
import { findMissedFields, findReadObject, findTimezone } from '../integrations/read-object.ts'
import { describeFilter } from './describe-filter.ts'
import * as store from './store.ts'

/** How an object of an installation is read, as reported by a higher domain. */
export interface ObjectState {
  installationId: InstallationId
  objectName: string
  pausedFor: PauseCause | null
  pausedReason: string | null
  pausedTime: Date | null
  pausedBy: string | null
  retryingSince: Date | null
  retryingBecause: string | null
  retryTime: Date | null
  failingSince: Date | null
  failingBecause: string | null
  lostFields: string[] | null
  lostSince: Date | null
  missingSince: Date | null
  isLimited: boolean
  lastRunTime: Date | null
  nextRunTime: Date | null
  watermark: Date | null
  snapshotRecords: number | null
  snapshotLeftOut: number
  snapshotHeld: number
  snapshotTime: Date | null
  /** Fields of the account's object that the provider computes; null if none are known. */
  calculatedFields: string[] | null
}

/** The connection that data comes through. */
export interface Through {
  latest: ManifestIntegration | undefined
  /** Health if no data can come through it. */
  cutOff: Health | undefined
  ofConnection: Health
  providerName: string
  connector: Connector | undefined
}

/**
 * Limits the health of an object to that of its connection: a retried object is no healthier than
 * its connection, and nothing is healthy through a failing one. While it is retried, its own health
 * is more precise.
 */
export function noBetterThan(ofConnection: Health, health: Health): Health {
  const isHeldBack = health.state === 'healthy' && ofConnection.state === 'failing'
  if (health.state !== 'retrying' && !isHeldBack) return health
  const { retryTime } = health
  return { ...findWorst([health, ofConnection]), ...(retryTime && { retryTime }) }
}

/** Remedy while a limit of the provider is used up. */
const waitForLimit =
  'Reading continues automatically. If this happens often, read less frequently, or ask the customer to raise the limit at the provider.'

export function toObject(
  object: ObjectState,
  { content }: store.InstallationRow,
  { cutOff, ofConnection, providerName, connector, latest }: Through,
): InstallationObject {
  const { retryingSince, retryingBecause, retryTime, pausedReason } = object
  const config = getOwn(content.read?.objects, object.objectName) ?? {}
  const declared = findReadObject(object.objectName, latest)
  const timezone = findTimezone(declared, config)
  const isDisabled = config.disabled === true
  const connection = isDisabled ? undefined : cutOff
  const pausedFor = object.pausedFor ?? (connection ? 'credentials' : null)
  const isRead = pausedFor === null && !isDisabled
  const ownHealth = healthOfObject(object, { isDisabled, providerName })
  return {
    state: pausedFor !== null ? 'paused' : stateOfRead({ isDisabled, retryingSince }),
    health: connection ?? (isDisabled ? ownHealth : noBetterThan(ofConnection, ownHealth)),
    pausedFor: pausedFor ?? undefined,
    pausedReason: pausedReason ?? connection?.reason,
    pausedBy: object.pausedBy ?? undefined,
    lostFields: listOrNothing(parseLostFields(ownHealth.reason)),
    filter: declared && describeFilter(declared, config, connector),
    calculatedFields:
      declared && listOrNothing(findMissedFields(declared, config, object.calculatedFields ?? [])),
    retrying:
      isRead && retryingSince && retryTime
        ? {
            since: retryingSince.toISOString(),
            error: retryingBecause ?? '',
            nextTryTime: retryTime.toISOString(),
          }
        : undefined,
    lastRunTime: object.lastRunTime?.toISOString(),
    nextRunTime: isRead ? object.nextRunTime?.toISOString() : undefined,
    timezone: timezone === 'UTC' ? undefined : timezone,
    watermark: object.watermark?.toISOString(),
    snapshot:
      object.snapshotRecords === null
        ? undefined
        : {
            records: object.snapshotRecords,
            leftOut: object.snapshotLeftOut,
            ...(object.snapshotHeld > 0 && { heldDeletions: object.snapshotHeld }),
            time: object.snapshotTime?.toISOString(),
          },
  }
}

const listOrNothing = (list: string[]) => (list.length > 0 ? list : undefined)

function stateOfRead({
  isDisabled,
  retryingSince,
}: {
  isDisabled: boolean
  retryingSince: Date | null
}): InstallationObject['state'] {
  if (isDisabled) return 'disabled'
  return retryingSince === null ? 'active' : 'retrying'
}

function healthOfObject(
  object: ObjectState,
  { isDisabled, providerName }: { isDisabled: boolean; providerName: string },
): Health {
  const { pausedFor, pausedReason, pausedTime, retryingSince, retryingBecause, retryTime } = object
  const { failingSince, failingBecause, nextRunTime, lostFields, lostSince } = object
  const pause = {
    // Reads failed before they were paused for it.
    since: pausedFor === 'failures' ? (failingSince ?? pausedTime) : pausedTime,
    reason: pausedReason,
    remedy: remedyFor(pausedFor, pausedReason),
  }
  const isRetried = retryingSince !== null && !isDisabled
  const isFailing = failingSince !== null && !isRetried && pausedFor === null && !isDisabled
  // Its reads succeed without them.
  const isWithoutFields = lostFields !== null && pausedFor === null && !isDisabled
  const lostReason = describeLostFields(providerName, lostFields ?? [])
  return getHealth({
    refused: pausedFor === 'credentials' && pause,
    failed:
      ((pausedFor === 'failures' || pausedFor === 'destination') && pause) ||
      (isFailing && {
        since: failingSince,
        reason: failingBecause,
        remedy: remedyFor(null, failingBecause),
        retryTime: retryTime ?? nextRunTime,
      }) ||
      (isWithoutFields && {
        since: lostSince,
        reason: lostReason,
        remedy: remedyFor(null, lostReason),
      }),
    stopped: pausedFor !== null && pause,
    [object.isLimited ? 'limited' : 'retried']: isRetried && {
      since: retryingSince,
      reason: retryingBecause,
      ...(object.isLimited && { remedy: waitForLimit }),
      retryTime,
    },
  })
}

/** Returns the remedy for a stopped read; undefined if the reason contains it. */
function remedyFor(pausedFor: PauseCause | null, reason: string | null): string | undefined {
  const restore =
    parseLostFields(reason).length > 0
      ? 'Restore the fields or access to them at the provider, or choose other fields.'
      : isLostAccess(reason) && 'Give the user access to the object at the provider.'
  switch (pausedFor) {
    case null:
      return restore || 'Open the log of the last read for details.'
    case 'failures':
      return restore
        ? `${restore} Then reload the fields or resume reading.`
        : 'Repair the cause, then resume reading.'
    case 'credentials':
      return describeRefusalRemedy(reason)
    case 'destination':
      return 'Create the destination, or name another one in platform.yaml.'
    case 'removed':
      return 'Declare the object in platform.yaml again, or uninstall.'
    case 'request':
      return undefined
  }
}
