import { AsyncLocalStorage } from 'node:async_hooks'
import type { LookupFunction } from 'node:net'
import type { EgressTenant } from './connection-slots.ts'
import { type FairSlot, FairSlots } from '../admission/fair-slots.ts'
import { fallBackToKnown, toLookupKey } from './known-addresses.ts'
import type { FindSlotTenant } from '../admission/slot-tenants.ts'

/** libuv gives look-ups half of its threads at most. */
export const threadsForLookups = Math.ceil((Number(process.env['UV_THREADPOOL_SIZE']) || 4) / 2)

/** The name was not looked up because too many look-ups are slow. */
class NoFreeLookupError extends Error {
  override name = 'NoFreeLookupError'
  readonly code = 'EAI_AGAIN'

  constructor(host: string) {
    super(`${host} was not looked up: too many DNS look-ups are in progress.`)
  }
}

export interface Lookups {
  /** Looks up names for the tenant of the current async context. */
  lookup: LookupFunction
  /** Runs code that may open connections for a tenant. */
  runFor<Result>(tenant: EgressTenant, run: () => Result): Result
}

type Callback = Parameters<LookupFunction>[2]

/**
 * Divides DNS look-ups among tenants. The system's resolver blocks one of few threads for each, so
 * names that resolve slowly would otherwise delay all tenants. A started look-up cannot be
 * cancelled: it keeps its slot until the resolver answers. One name is looked up once at a time.
 */
export function createLookups(
  lookup: LookupFunction,
  {
    slots: slotCount,
    patienceMs,
    findTenant,
  }: { slots: number; patienceMs: number; findTenant: FindSlotTenant },
): Lookups {
  const current = new AsyncLocalStorage<EgressTenant>()
  const slots = new FairSlots({ slots: slotCount })
  const started = new Map<string, Callback[]>()

  const lookUpInTurn: LookupFunction = (hostname, options, callback) => {
    const key = toLookupKey(hostname, options)
    const join = () => started.get(key)?.push(callback)
    // Whoever waits for a turn cannot be joined: its tenant may have used up its share.
    if (join() !== undefined) return
    const tenant = current.getStore() ?? 'operator'
    const makeError = () => new NoFreeLookupError(hostname)
    const lookUp = (slot: FairSlot) => {
      if (join() !== undefined) return slot.release()
      const waiting = [callback]
      started.set(key, waiting)
      lookup(hostname, options, (...found) => {
        started.delete(key)
        slot.release()
        for (const answer of waiting) answer(...found)
      })
    }
    const fail = (error: NoFreeLookupError) => callback(error, '', 0)
    slots.acquire(findTenant(tenant), { patienceMs, makeError }).then(lookUp, fail)
  }

  return {
    runFor: (tenant, run) => current.run(tenant, run),
    lookup: fallBackToKnown(lookUpInTurn),
  }
}
