import type { ApiKey, ApiKeyId, DestinationId } from '@platform/contract'
import { formatReceiveToken } from '@platform/contract/receive-token'
import type { Notifications } from '@platform/delivery/notifications/notifications'
import {
  findDestinationToReceive,
  rotateSigningKeys,
} from '@platform/delivery/notifications/set-up/destinations'
import type { KeyGrant } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { type NewApiKey, rotateApiKey } from './api-keys.ts'

/** Returns the ID of the destination, which must exist and be of a type that receivers use. */
export async function getReceivedDestinationId(
  db: Db,
  named: string | undefined,
): Promise<DestinationId | null> {
  if (named === undefined) return null
  const found = await findDestinationToReceive(db, named)
  if (found) return found.id
  throw invalidInput({
    in: 'body',
    name: 'destination',
    value: named,
    detail: `No destination of type pull or webhook has the ID or name ${named}.`,
  })
}

/** Adds the token for `PLATFORM_RECEIVE` to the new secret of a key that is limited to a destination. */
export const addReceiveToken = (
  { publicUrl }: Pick<Services, 'publicUrl'>,
  created: NewApiKey,
): ApiKey => ({
  ...created,
  ...(created.destinationId && {
    receiveToken: formatReceiveToken({
      baseUrl: publicUrl,
      project: created.projectId,
      destination: created.destinationId,
      apiKey: created.key,
    }),
  }),
})

/**
 * Gives the key a new secret. A receiver also knows the signing key of its destination, which is
 * therefore rotated with it, with the same overlap.
 */
export async function rotateReceiverKey(
  notifications: Notifications,
  db: Db,
  rotation: { id: ApiKeyId; overlapHours: number; by: KeyGrant },
): Promise<NewApiKey> {
  return inTransaction(db, async (tx) => {
    const rotated = await rotateApiKey(tx, rotation)
    const { destinationId } = rotated
    if (destinationId) {
      const overlapMs = rotation.overlapHours * 3600_000
      await rotateSigningKeys(notifications, tx, { destination: destinationId, overlapMs })
    }
    return rotated
  })
}
