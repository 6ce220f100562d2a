import { findProvider } from '@platform/connectors'
import type { Db } from '@platform/kernel/db/database'
import { isDatabaseOutOfReach, isDeadlock } from '@platform/kernel/db/errors'
import { inTransaction } from '@platform/kernel/db/transaction'
import { doUnrepeatable } from '@platform/kernel/jobs/standing-still'
import { renewDuring } from '@platform/kernel/leases/lease'
import type { Services } from '@platform/kernel/services'
import { getNow, sleep } from '@platform/kernel/values'
import { acceptClient } from '@platform/tenancy/projects/provider-apps'
import { toConnectionRef } from '../../credentials/connection-record.ts'
import { getTokens } from '../../credentials/credentials.ts'
import { metadataFromTokens } from '../../credentials/provider-metadata.ts'
import { markWorking } from '../../credentials/status.ts'
import * as store from '../../credentials/store.ts'
import { headStartMs, isShortLived } from '../../credentials/token-lifetime.ts'
import { canBeTried } from '../can-be-tried.ts'
import type { AskedTokens } from './ask-tokens.ts'
import { endLease, renewLease, renewLeaseEveryMs } from './refresh-lease.ts'

/*
 * A provider that rotates refresh tokens ends the grant when an old one is used again. From its reply until they
 * are stored, new tokens exist in this process alone.
 */

/** How often tokens that last only for minutes are renewed without being used. */
const idleRestMs = 60 * 60_000

/** How long tokens are kept that cannot be stored because the database is unavailable. */
const maxOutageMs = 10 * 60_000
const tryEveryMs = 250

/** What may bring or store new tokens, by process. */
const unsaved = new WeakMap<Services, Set<Promise<unknown>>>()

/** Does work that brings or stores new tokens; `finishRenewals` waits for it. */
export async function keepUntilSaved<Done>(
  services: Services,
  work: () => Promise<Done>,
): Promise<Done> {
  const open = unsaved.get(services) ?? new Set()
  unsaved.set(services, open)
  const saving = doUnrepeatable(work)
  open.add(saving)
  try {
    return await saving
  } finally {
    open.delete(saving)
  }
}

/**
 * Stores what a provider gives or does only once, such as the tokens of a sign-in. If the database is unavailable, `save`
 * is repeated until it is back; an earlier call may have succeeded although its reply was lost.
 */
export function saveWhenBack<Done>(
  services: Services,
  about: Readonly<Record<string, string>>,
  save: () => Promise<Done>,
): Promise<Done> {
  return keepUntilSaved(services, async () => {
    try {
      return await save()
    } catch (error) {
      if (!isPassing(error)) throw error
      services.log.warn({ ...about, err: error }, 'cannot store what a provider replied; retrying')
      return saveLater(save)
    }
  })
}

/** Waits until all tokens are stored that this process has requested. */
export async function finishRenewals(services: Services): Promise<void> {
  const open = unsaved.get(services)
  while (open && open.size > 0) await Promise.allSettled(open)
}

interface Renewal {
  connection: store.ConnectionRow
  fence: number
  asked: AskedTokens
}

/**
 * Stores the new tokens; returns false if the credentials have changed since. If the database is unavailable, it
 * throws, and the tokens are stored when it is back.
 */
export async function saveTokens(services: Services, db: Db, renewal: Renewal): Promise<boolean> {
  const { id: connectionId, projectId, provider } = renewal.connection
  let sealed: Buffer | undefined
  const save = async () => {
    // The same bytes each time: an attempt may have succeeded although its reply was lost.
    sealed ??= await services.secrets.seal(projectId, JSON.stringify(renewal.asked.credentials))
    return writeBack(services, db, { ...renewal, sealed })
  }
  try {
    return await save()
  } catch (error) {
    if (!isPassing(error)) throw error
    const about = { connectionId, provider, err: error }
    services.log.warn(about, 'cannot store renewed tokens; retrying')
    const holding = {
      renew: () => renewLease(db, connectionId, renewal.fence),
      everyMs: renewLeaseEveryMs,
    }
    void keepUntilSaved(services, () => renewDuring(() => saveLater(save), holding)).catch(
      (last: unknown) => services.log.error({ ...about, err: last }, 'renewed tokens were lost'),
    )
    throw error
  }
}

const isPassing = (error: unknown) => isDatabaseOutOfReach(error) || isDeadlock(error)

async function saveLater<Done>(save: () => Promise<Done>): Promise<Done> {
  const until = performance.now() + maxOutageMs
  for (;;) {
    await sleep(tryEveryMs)
    try {
      return await save()
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error
    }
  }
}

/**
 * Stores tokens even if another process took the lease over meanwhile, as long as it has stored none: those that
 * it renews may no longer be valid.
 */
async function writeBack(
  services: Services,
  db: Db,
  { connection, fence, asked, sealed }: Renewal & { sealed: Buffer },
): Promise<boolean> {
  const { id, projectId } = connection
  const { credentials, captured, app } = asked
  const tokens = getTokens(credentials)
  return inTransaction(db, async (tx) => {
    const isInTime = await endLease(tx, id, { fence })
    const isSaved = await store.renewCredentials(tx, connection, {
      credentials: sealed,
      accessExpireTime: tokens?.expiresAt ? new Date(tokens.expiresAt) : null,
      // Renewing what lasts only for minutes ahead of its use would be endless work for idle accounts.
      refreshRetryTime: tokens && isShortLived(tokens, headStartMs) ? getNow(idleRestMs) : null,
      ...(app && { providerAppId: app.id }),
      tokenMetadata: metadataFromTokens(captured),
    })
    if (!isSaved) return false
    await store.noteRefresh(tx, connection)
    if (app?.isRefused) await acceptClient(tx, app.id)
    // The other process may have been refused with the former tokens.
    const present = isInTime ? connection : await store.findConnection(tx, id)
    if (present && isMendedByRenewal(services, present)) await markWorking(tx, present)
    await services.notifications.emit(tx, {
      projectId,
      type: 'connection.refreshed',
      data: toConnectionRef(connection),
      groupName: connection.groupName,
    })
    return true
  })
}

/**
 * Reports whether new tokens fix the connection. If the provider rejected a call despite valid
 * tokens, only a successful call proves that it accepts them, if there is one to test with.
 */
function isMendedByRenewal({ catalogue }: Services, connection: store.ConnectionRow): boolean {
  if (!connection.refusedCall) return true
  const entry = findProvider(connection.provider, { among: catalogue })
  return !entry || !canBeTried(entry)
}
