import { ProviderError } from '@platform/connector'
import { TemplateError } from '@platform/connectors'
import type { ConnectionId } from '@platform/contract'
import { tellError } from '../connections/credentials/status.ts'
import * as stored from '../connections/credentials/stored-credentials.ts'
import { nextTrial, type TrialOutcome } from '../connections/credentials/trials.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { must } from '../values/must.ts'
import type { Services } from '../services.ts'
import { tryCredentials } from './open-provider.ts'
import { freshCredentials } from './refresh-token.ts'

/**
 * Tries refused credentials again without their end user: an administrator may have unlocked an account,
 * or a provider have erred. A connection that works again resumes what had paused for it; one that is
 * refused for a week is told of once more and left alone.
 */
export async function tryRefused(
  services: Services,
  db: Db,
  connectionId: ConnectionId,
): Promise<void> {
  if (!(await stored.takeTrial(db, connectionId))) return
  const connection = await stored.findConnection(db, connectionId)
  if (!connection) return
  const outcome = await trialOf(services, db, connection)
  if (outcome === 'accepted') return

  const next = nextTrial(outcome, {
    refusedSince: must(connection.refusedSince, 'the time of the refusal'),
    now: new Date(),
    chance: Math.random(),
  })
  await inTransaction(db, async (tx) => {
    const isOurs = await stored.setTrial(tx, connection, next.do === 'try' ? next.at : null)
    if (!isOurs || next.do === 'try') return
    await tellError(services, tx, connection, [
      connection.refusal ?? 'The provider refused the credentials.',
      'They were tried again for a week. Have the end user connect again.',
    ])
  })
}

/** How the provider takes the credentials now: by a renewal where their grant was refused, else by a call. */
async function trialOf(
  services: Services,
  db: Db,
  { id: connectionId, refusedCall }: stored.ConnectionRow,
): Promise<TrialOutcome | 'accepted'> {
  try {
    if (refusedCall) return await tryCredentials(services, db, connectionId)
    await freshCredentials(services, db, { connectionId, force: true, isBackground: true })
    return 'accepted'
  } catch (error) {
    if (error instanceof TemplateError) return 'unclear'
    if (!(error instanceof ProviderError)) throw error
    return error.failure === 'credentials' ? 'refused' : 'unclear'
  }
}
