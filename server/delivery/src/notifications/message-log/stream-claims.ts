import { randomUUID } from 'node:crypto'
import type { AcrossTenants } from '@platform/kernel/db/database'
import * as store from './log-store.ts'
import { MessageLogError, type MessageLog } from './message-log.ts'
import type { StreamOwner } from './log-store.ts'

/*
 * A physical copy of a database has everything that the original has, also the names of its streams.
 * To a copy, entries that the original stores later are unknown, and it would delete them; the original
 * would delete those of a copy. So a stream contains a claim, which is also in the database of its owner
 * and is renewed before each deletion: the claim of a copy is out of date. A claim names the run of the
 * PostgreSQL server. After another run began, as after a restart, it is renewed only if nobody else did
 * for a while. Only the owner appends. Whoever finds the claim of another database records it in its
 * own, where all processes see it.
 */

/** How long a claim of another run must not change. The owner renews it every minute. */
const takeOverAfterMs = 150_000
const maxAttempts = 10

export interface StreamClaims {
  /**
   * Renews the claims to all streams in use. Returns false while another run of the server may own one.
   * @throws MessageLogError if another database owns one
   */
  renew(): Promise<boolean>
  /** Returns the owner that the database knows, and renews claims if this process has not done so yet. */
  findOwner(): Promise<StreamOwner>
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

  let hasRenewed = false

  const renewOne = async (stream: string): Promise<boolean | 'foreign'> => {
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
        if (again && again.claim === own.claim && again.next === own.next) {
          await store.recordForeignClaim(everything, stream, current.claim)
          return 'foreign'
        }
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
  }

  const renew = async (): Promise<boolean> => {
    const foreign: string[] = []
    let areOwn = true
    for (const { stream } of await store.findStreams(everything)) {
      const renewed = await renewOne(stream)
      if (renewed === 'foreign') foreign.push(stream)
      areOwn &&= renewed === true
    }
    if (foreign.length > 0) throw explainForeign(foreign)
    hasRenewed ||= areOwn
    return areOwn
  }

  return {
    renew,
    async findOwner() {
      const known = await store.findStreamOwner(everything)
      if (known === 'another database' || (known === 'this database' && hasRenewed)) return known
      try {
        return (await renew()) ? 'this database' : 'unknown'
      } catch (error) {
        if (!isForeignClaim(error)) throw error
        return 'another database'
      }
    },
  }
}

const runOf = (claim: string) => claim.split('/')[0]

class ForeignClaimError extends MessageLogError {}

/** Reports whether streams of the log belong to another database. */
export const isForeignClaim = (error: unknown): boolean => error instanceof ForeignClaimError

function explainForeign(streams: readonly string[]): MessageLogError {
  const commands = streams.map((stream) => {
    const subject = `${stream.replace(/-(\d+)$/, '.$1')}.claim.own`
    return `nats stream purge ${stream} --subject=${subject} --force`
  })
  const [s, belong, them] = streams.length > 1 ? ['s', 'belong', 'them'] : ['', 'belongs', 'it']
  return new ForeignClaimError(
    'settings',
    `The stream${s} ${streams.join(', ')} of the message log ${belong} to a copy of this database or to the original that it was copied from. Nothing is stored in ${them} or deleted from ${them}: new messages stay in PostgreSQL. If the other database is used, end this one, or set PLATFORM_LOG_DRAIN=true for it. If the other one has ended for good, take ${them} over: ${commands.join(' && ')}`,
  )
}
