import { randomUUID } from 'node:crypto'
import type { AcrossTenants } from '@platform/kernel/db/database'
import * as store from './log-store.ts'
import { MessageLogError, type MessageLog } from './message-log.ts'

/*
 * A physical copy of a database has everything that the original has, also the names of its streams.
 * To a copy, entries that the original stores later are unknown, and it would delete them. So a
 * stream contains a claim, which is also in the database of its owner and is renewed before each
 * deletion: the claim of a copy is out of date. A claim names the run of the PostgreSQL server. After
 * another run began, as after a restart, it is renewed only if nobody else did for a while.
 */

/** How long a claim of another run must not change. The owner renews it every minute. */
const takeOverAfterMs = 150_000
const maxAttempts = 10

export interface StreamClaims {
  /**
   * Renews the claim to a stream. Returns false while another run of the server may own it.
   * @throws MessageLogError if another database owns it
   */
  renew(stream: string): Promise<boolean>
}

export function createStreamClaims(
  everything: AcrossTenants,
  log: Pick<MessageLog, 'findClaim' | 'storeClaim'>,
  { now = () => performance.now() }: { now?: () => number } = {},
): StreamClaims {
  /** Claims of other runs, and since when they have not changed. */
  const seen = new Map<string, { claim: string; sinceMs: number }>()

  const isUnchanged = (stream: string, claim: string) => {
    const before = seen.get(stream)
    if (before?.claim === claim) return now() - before.sinceMs >= takeOverAfterMs
    seen.set(stream, { claim, sinceMs: now() })
    return false
  }

  return {
    async renew(stream) {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const own = await store.proposeClaim(everything, stream, randomUUID())
        // Its use has ended.
        if (!own) return false
        const current = await log.findClaim(stream)
        const isStored = current?.claim === own.next
        if (isStored) {
          await store.confirmClaim(everything, stream, own.next)
          if (runOf(own.next) === own.run) return true
          continue
        }
        if (current && current.claim !== own.claim) {
          // Another process of this database may have renewed it meanwhile.
          const again = await store.proposeClaim(everything, stream, randomUUID())
          if (again && again.claim === own.claim && again.next === own.next) throw foreign(stream)
          continue
        }
        if (current && runOf(current.claim) !== own.run && !isUnchanged(stream, current.claim)) {
          return false
        }
        if (runOf(own.next) !== own.run) {
          await store.withdrawClaim(everything, stream, own.next)
          continue
        }
        if (await log.storeClaim(stream, own.next, current?.sequence ?? 0)) {
          await store.confirmClaim(everything, stream, own.next)
          return true
        }
      }
      return false
    },
  }
}

const runOf = (claim: string) => claim.split('/')[0]

const foreign = (stream: string) => {
  const nth = /-(\d+)$/.exec(stream)?.[1] ?? '0'
  const subject = `${stream.replace(/-\d+$/, '')}.${nth}.claim.own`
  return new MessageLogError(
    'settings',
    `The stream ${stream} of the message log belongs to a copy of this database or to the original that it was copied from, so nothing is deleted from it. Use only one of them. If the other one is not used any more, run: nats stream purge ${stream} --subject=${subject}`,
  )
}
