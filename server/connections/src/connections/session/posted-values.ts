import { timingSafeEqual } from 'node:crypto'
import type { ConnectSessionId } from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { capturePosted } from '../../provider/auth-steps.ts'
import { sleep } from '@platform/kernel/values'
import { hashPostingSecret, openAttempt, sealProgress } from './attempt-progress.ts'
import { hashSecret } from './browser.ts'
import { redirectAt } from './custom-attempt.ts'
import type { Returned } from './sessions.ts'
import * as store from './store.ts'

/*
 * Some providers post the credentials to a URL of the sign-in, and then send the browser back. Posted values
 * prove nothing about who allowed the access: whoever begins a sign-in can lead somebody else to its page. They
 * therefore stay in the session, encrypted, until the browser that began it returns, and a return in another
 * browser ends the session. The browser that allowed the access is sent back right after the values were posted,
 * so a return that claims them waits for another one.
 */

/** Time for the browser that allowed the access to return before its values are used by another one. */
const otherBrowserMs = 3_000

export const usedElsewhere = {
  error: 'other_browser',
  message: 'Access was allowed in another browser than the one that began. Start connecting again.',
}

/** Reports whether values were stored: once for each page that was opened, and only for its secret. */
export async function receivePosted(
  services: Services,
  database: Database,
  { id, secret, members }: { id: ConnectSessionId; secret: string; members: unknown },
): Promise<boolean> {
  const session = await store.findBoundSession(database.everything, id)
  if (!session?.customAuth) return false
  const { projectId } = session
  const db = database.tenant(projectId)
  const { progress, entry } = await openAttempt(services, db, session)
  const { posting, step } = progress
  if (!posting || posting.values) return false
  const [given, expected] = [hashPostingSecret(secret), posting.hash].map((hash) =>
    Buffer.from(hash),
  )
  if (!given || !expected || !timingSafeEqual(given, expected)) return false

  const came = capturePosted(redirectAt(entry, step), listTexts(members), { session: id })
  if ('wrong' in came) {
    services.log.warn({ provider: entry.info.name, reason: came.wrong }, 'posted values rejected')
    return false
  }
  const values = { ...progress, posting: { ...posting, values: came.values } }
  const customAuth = await sealProgress(services, projectId, values)
  return store.replaceProgress(db, id, { from: session.customAuth, to: customAuth })
}

const listTexts = (members: unknown): Record<string, string> =>
  typeof members === 'object' && members !== null
    ? Object.fromEntries(
        Object.entries(members).flatMap(([name, value]: [string, unknown]) =>
          typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
        ),
      )
    : {}

/** Waits for the browser that allowed the access. Reports whether it is another one, which ended the session. */
export async function isUsedElsewhere({ db, session }: Returned): Promise<boolean> {
  await sleep(otherBrowserMs)
  const current = await store.findConnectSession(db, session.id)
  return current?.status !== 'exchanging'
}

/** Ends a session with posted values whose page was used in another browser. */
export async function endIfPosted(
  services: Services,
  database: Database,
  { state, nonce }: { state: string; nonce: string | undefined },
): Promise<void> {
  const session = await store.findReturnedSession(database.everything, hashSecret(state))
  if (!session?.customAuth) return
  const isSame = nonce !== undefined && session.browserHash?.equals(hashSecret(nonce))
  if (isSame) return
  const db = database.tenant(session.projectId)
  const { progress } = await openAttempt(services, db, session)
  if (!progress.posting) return
  const { error, message } = usedElsewhere
  await store.endWaiting(db, session.id, `${error} ${message}`)
}
