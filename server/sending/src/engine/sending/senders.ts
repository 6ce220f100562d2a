import { earliestId } from '@platform/kernel/db/new-id'
import type { Processes } from '@platform/kernel/jobs/processes'
import type { Logger } from 'pino'
import { takeOver } from '../queue/held-store.ts'
import { getNowMs } from '@platform/kernel/values'

/**
 * The number under which this process holds deliveries. Deliveries carry the number of their holder
 * and are recorded only under it, so a paused process cannot finish what another has taken over.
 * A process that is cut off from the database does not notice a take-over. It therefore sends
 * nothing unless it is certainly registered.
 * Deliveries held since the commit are not indexed by holder, because that would cost an index
 * entry each. Instead the process records its low-water mark: the oldest event that it may still
 * hold.
 */
export interface Registration {
  /** Current number of this process. */
  number: number
  /** Events older than this are not held. */
  lowWater: string
  /** Reports whether this process is certainly the only sender of what it holds. */
  isSure(): boolean
  /** Call it when nothing is held. */
  stop(): Promise<void>
}

/** Maximum duration of transactions whose events may be held from the start. */
const leewayMs = 30_000

export interface RegistrationPorts {
  /** Returns the oldest event held in memory. */
  oldestHeld(): string | undefined
  /** Called when others have taken over what was held under the former number. */
  lost(): void
  /** Called when the process is sure again. */
  sureAgain(): void
  /** Called when deliveries of ended processes may be queued. */
  tookOver(): void
}

export async function register(
  processes: Processes,
  ports: RegistrationPorts,
  log: Logger,
): Promise<Registration> {
  const registration = { number: 0, lowWater: '', isSure: processes.isSure, stop: async () => {} }
  processes.onEnded({
    async release(tx, ended) {
      for (const { holder, lowWater } of ended) {
        if (holder === null) continue
        const deliveries = await takeOver(tx, { holder, lowWater: lowWater ?? '' })
        if (deliveries === 0) continue
        log.info({ sender: holder, deliveries }, 'took over the deliveries of a sender that ended')
      }
    },
    released: ports.tookOver,
  })
  registration.stop = await processes.hold({
    lowWater() {
      const recent = earliestId('evt', getNowMs() - leewayMs)
      const held = ports.oldestHeld()
      registration.lowWater = held !== undefined && held < recent ? held : recent
      return registration.lowWater
    },
    numbered(holder) {
      if (registration.number !== 0) {
        log.warn(
          { sender: registration.number },
          'another process took over the deliveries of this one',
        )
        ports.lost()
      }
      registration.number = holder
    },
    sureAgain: ports.sureAgain,
  })
  return registration
}
