import { ProviderError } from '@platform/connector'
import { findProvider, TemplateError } from '@platform/connectors'
import type { ConnectionId } from '@platform/contract'
import { emitConnectionError } from '../credentials/status.ts'
import * as store from '../credentials/store.ts'
import { nextConfirmation, nextTrial, type TrialOutcome } from '../credentials/trials.ts'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { isUnreadable } from '@platform/kernel/secrets'
import { getNow, must } from '@platform/kernel/values'
import type { Services } from '@platform/kernel/services'
import { canBeTried } from './can-be-tried.ts'
import { tryCredentials } from './ask-health.ts'
import { freshCredentials } from './tokens/refresh-token.ts'

/**
 * Tests credentials again without their end user. Refused ones may work again after an
 * administrator unlocked the account or the provider fixed an error; then paused objects are
 * resumed. Credentials refused for a week are reported once more and not tested again. Unconfirmed
 * ones are tested as well; a refusal is reported like any other.
 */
export async function tryRejected(
  services: Services,
  db: Db,
  connectionId: ConnectionId,
): Promise<void> {
  if (!(await store.takeTrial(db, connectionId))) return
  const connection = await store.findConnection(db, connectionId)
  if (!connection) return
  const outcome = await chooseTrial(services, db, connection)
  if (outcome === 'accepted') return
  if (connection.unconfirmed !== null) {
    // Refused credentials have their own schedule.
    if (outcome === 'refused') return
    const since = connection.updateTime ?? connection.createTime
    const next = nextConfirmation({ since, now: getNow() })
    await store.setTrial(db, connection, next.do === 'try' ? next.at : null)
    return
  }

  const next = nextTrial(outcome, {
    refusedSince: must(connection.refusedSince, 'the time of the refusal'),
    now: getNow(),
    chance: Math.random(),
  })
  await inTransaction(db, async (tx) => {
    const isOurs = await store.setTrial(tx, connection, next.do === 'try' ? next.at : null)
    if (!isOurs || next.do === 'try') return
    await emitConnectionError(services, tx, connection, [
      connection.refusal ?? 'The provider refused the credentials.',
      'The provider rejected the credentials for a week. Ask the end user to sign in again.',
    ])
  })
}

/** Tests the credentials: by a refresh if their grant is in doubt, else by a call. */
async function chooseTrial(
  services: Services,
  db: Db,
  { id: connectionId, provider, refusedCall, unconfirmed }: store.ConnectionRow,
): Promise<TrialOutcome | 'accepted'> {
  const entry = findProvider(provider, { among: services.catalogue })
  const asksByCall = refusedCall || (unconfirmed !== null && entry && canBeTried(entry))
  try {
    if (asksByCall) return await tryCredentials(services, db, connectionId)
    await freshCredentials(services, db, { connectionId, force: true, isBackground: true })
    return 'accepted'
  } catch (error) {
    if (error instanceof TemplateError) return 'unclear'
    if (isUnreadable(error)) {
      services.log.error(
        { err: error, connectionId },
        'cannot read the credentials of a connection',
      )
      return 'unclear'
    }
    if (!(error instanceof ProviderError)) throw error
    return error.failure === 'credentials' ? 'refused' : 'unclear'
  }
}
