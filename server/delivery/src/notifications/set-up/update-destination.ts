import {
  type Destination,
  type DestinationCredentials,
  type DestinationMetadata,
  type DestinationOrdering,
  type DestinationType,
  destinationTypes,
  type InputValidationIssue,
  updateDestination as updateDestinationOperation,
} from '@platform/contract'
import { z } from 'zod'
import type { Db } from '@platform/kernel/db/database'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { isUniqueViolation } from '@platform/kernel/db/errors'
import { inTransaction } from '@platform/kernel/db/transaction'
import { invalidInput } from '@platform/kernel/problems/problem'
import { applyMask } from '@platform/kernel/http/update-mask'
import { getNow } from '@platform/kernel/values'
import { toDestination } from './destination-record.ts'
import { sinkTypes } from '@platform/sinks/sink-types'
import { issue } from '@platform/sinks/sink'
import { readOrdering, toStoredOrdering } from './ordering.ts'
import * as store from './store.ts'
import { openMetadata, sealDestinationMetadata } from './sealed-headers.ts'
import {
  type SetUp,
  destinationDeleted,
  openDestinationSecrets,
  lockDestination,
  destinationChanged,
  hasAny,
  nameTaken,
} from './destinations.ts'

export interface DestinationChanges {
  name?: string | undefined
  metadata?: DestinationMetadata | undefined
  secrets?: DestinationCredentials | undefined
  ordering?: DestinationOrdering | undefined
  disabled?: boolean | undefined
}

/**
 * Returns what a mask may name: settings and credentials only as the type of the destination has
 * them.
 */
const listChangeable = (type: DestinationType) => {
  const { metadata, secrets } = destinationTypes[type]
  const { name, ordering, disabled } = updateDestinationOperation.body.shape.destination.shape
  return z.object({
    name: name.unwrap(),
    metadata,
    secrets,
    ordering: ordering.unwrap(),
    disabled: disabled.unwrap(),
  })
}

/** Returns an issue for each secret that would be shown to a server that the change chooses. */
function listSecretsToRepeat(
  type: DestinationType,
  {
    before,
    after,
    updateMask,
  }: Record<
    'before' | 'after',
    { metadata: DestinationMetadata; secrets: DestinationCredentials }
  > & {
    updateMask: readonly string[]
  },
): InputValidationIssue[] {
  const { secretsFollow, shownSecrets } = sinkTypes[type]
  const isShown = (name: string) => shownSecrets?.some((shown) => shown === name) ?? true
  const moved = secretsFollow.find(
    (setting) => before.metadata[setting] !== after.metadata[setting],
  )
  if (!moved) return []
  const isGiven = (name: string) =>
    updateMask.some((path) => path === 'secrets' || path.startsWith(`secrets.${name}`))
  return Object.keys(after.secrets)
    .filter((name) => isShown(name) && !isGiven(name))
    .map((name) =>
      issue(
        `secrets.${name}`,
        `This secret would be sent to the new address: repeat it to change ${moved}.`,
      ),
    )
}

/**
 * Changes the fields in the mask. Enabling sends held messages, oldest first, each with the whole
 * retry schedule.
 */
export async function updateDestination(
  { secrets, routing, sinkContext, announceDisabled }: SetUp,
  db: Db,
  {
    destination,
    updateMask,
    changes,
  }: { destination: string; updateMask: string[]; changes: DestinationChanges },
): Promise<Destination> {
  return inTransaction(db, async (tx) => {
    const row = await lockDestination(tx, destination)
    const { projectId, id } = row
    const credentials = await openDestinationSecrets(secrets, row)
    const before = {
      name: row.name,
      metadata: await openMetadata(secrets, row),
      secrets: credentials,
      ordering: readOrdering(row),
      disabled: row.status === 'disabled',
    }
    const after = applyMask(before, updateMask, changes, listChangeable(row.type))

    const issues = sinkTypes[row.type].validate(
      { projectId, metadata: after.metadata, credentials: after.secrets },
      sinkContext,
    )
    issues.push(...listSecretsToRepeat(row.type, { before, after, updateMask }))
    if (issues.length > 0) {
      throw invalidInput(...issues.map((at) => ({ ...at, name: `destination.${at.name}` })))
    }
    const isEnabling = before.disabled && !after.disabled
    const isDisabling = !before.disabled && after.disabled
    const updating = store.updateDestination(tx, id, {
      name: after.name,
      ordering: toStoredOrdering(after.ordering),
      ...(await sealDestinationMetadata(
        secrets,
        { projectId, ordering: after.ordering },
        after.metadata,
      )),
      credentials: hasAny(after.secrets)
        ? await secrets.seal(projectId, JSON.stringify(after.secrets))
        : null,
      ...(isEnabling && {
        status: 'enabled',
        disabledReason: null,
        disabledTime: null,
        failingSince: null,
        failingBecause: null,
        // Whether it accepts messages now is unknown.
        notifiedTime: null,
      }),
      ...(isDisabling && {
        status: 'disabled',
        failingSince: null,
        failingBecause: null,
        disabledReason: 'Disabled manually.',
        disabledTime: getNow(),
      }),
      updateTime: getNow(),
    })
    const updated = await updating.catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken(after.name) : error
    })
    await destinationChanged(routing, tx, projectId)
    if (after.name !== row.name) {
      await destinationDeleted(tx, { projectId, destinationId: id, name: row.name })
      await enqueue(tx, 'destination-named', { projectId, name: after.name })
    }
    if (isDisabling && sinkTypes[row.type].isWebhook) await announceDisabled(tx, updated!)
    if (isEnabling) {
      await store.releaseHeld(tx, id)
      await store.notifyQueued(tx)
    }
    return toDestination(secrets, tx, updated!)
  })
}
