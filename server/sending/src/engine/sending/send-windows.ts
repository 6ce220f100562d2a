import type { DestinationId, DestinationMetadata } from '@platform/contract'
import { limitPeriodMs } from '../queue/sending-leases.ts'

/** Limits that a destination has set for itself. */
export interface SendLimits {
  maxPerSecond: number
  maxParallel: number
}

/** Returns the limits of a destination; undefined if it has none. */
export function readSendLimits({
  maxPerSecond,
  maxParallel,
}: DestinationMetadata): SendLimits | undefined {
  if (maxPerSecond === undefined && maxParallel === undefined) return undefined
  return { maxPerSecond: maxPerSecond ?? Infinity, maxParallel: maxParallel ?? Infinity }
}

/** Messages within this time are counted together, and may be sent together. */
const stepMs = 20
/** Windows above this number are removed once nothing was sent in them. */
const keptWindows = 1_000

interface SendWindow {
  /** What was sent within the last second, oldest first. */
  steps: { at: number; count: number }[]
  /** When the next message is due if all are sent at the same interval. */
  dueAt: number
}

/**
 * Counts what was sent to each destination within the last second, so that no second, wherever it
 * begins, has more messages than the limit. Messages are spread over the second, except for batches.
 */
export class SendWindows {
  readonly #windows = new Map<DestinationId, SendWindow>()

  /** Returns how many messages may be sent now; if none, the time before which none may. */
  countFree(
    id: DestinationId,
    { maxPerSecond, isSpread }: { maxPerSecond: number; isSpread: boolean },
    now: number,
  ): { free: number; notBefore: number } {
    const { steps, dueAt } = this.#windows.get(id) ?? { steps: [], dueAt: 0 }
    while (steps[0] && steps[0].at + stepMs + limitPeriodMs <= now) steps.shift()
    const left = maxPerSecond - steps.reduce((sum, { count }) => sum + count, 0)
    if (left <= 0) {
      return { free: 0, notBefore: (steps[0]?.at ?? now) + stepMs + limitPeriodMs }
    }
    if (!isSpread) return { free: left, notBefore: now }
    const intervalMs = limitPeriodMs / maxPerSecond
    const ahead = Math.max(1, Math.floor(stepMs / intervalMs))
    const spread = Math.floor((now - Math.max(dueAt, now)) / intervalMs) + ahead
    return spread > 0
      ? { free: Math.min(left, spread), notBefore: now }
      : { free: 0, notBefore: dueAt - (ahead - 1) * intervalMs }
  }

  note(
    id: DestinationId,
    { count, maxPerSecond }: { count: number; maxPerSecond: number },
    now: number,
  ): void {
    if (!this.#windows.has(id) && this.#windows.size >= keptWindows) this.#removeOld(now)
    const window = this.#windows.get(id) ?? { steps: [], dueAt: 0 }
    this.#windows.set(id, window)
    window.dueAt = Math.max(window.dueAt, now) + (count * limitPeriodMs) / maxPerSecond
    const last = window.steps.at(-1)
    if (last && now - last.at < stepMs) last.count += count
    else window.steps.push({ at: now, count })
  }

  #removeOld(now: number): void {
    for (const [id, { steps }] of this.#windows) {
      if ((steps.at(-1)?.at ?? 0) + stepMs + limitPeriodMs <= now) this.#windows.delete(id)
    }
  }
}
