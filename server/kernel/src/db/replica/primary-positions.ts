import { hash } from 'node:crypto'

/** A position of the primary's log at a time. */
export interface PrimarySample {
  /** Just before the position was read, by `performance.now`. */
  at: number
  lsn: bigint
  /** Identifier of the PostgreSQL server, which its physical replicas share. */
  system: string
}

const takenEveryMs = 500
/** How long positions are still taken after the last read. */
const usedForMs = 10_000
const maxSamples = 16

/** The positions of the primary during the last seconds, by which the age of a replica is known. */
export interface PrimaryPositions {
  /** Reads the position, after everything that is committed when it is called. */
  take(): Promise<PrimarySample>
  /** Takes positions periodically for a while; returns once a current one is known. */
  keepTaking(): Promise<void>
  latest(): PrimarySample | undefined
  /**
   * Returns the age of a replica that has replayed up to `lsn`. Measured with the clock of this
   * process, so the clocks of the servers do not matter.
   */
  ageOf(lsn: bigint): number
  stop(): void
}

export function createPrimaryPositions(
  readPosition: () => Promise<{ lsn: string; system: string }>,
): PrimaryPositions {
  let samples: PrimarySample[] = []
  let current: Promise<PrimarySample> | undefined
  let next: Promise<PrimarySample> | undefined
  let timer: NodeJS.Timeout | undefined
  let usedAt = 0
  /** Highest position that a replica has reported. */
  let highest = 0n
  /**
   * After a failover to a standby that lacked the last transactions, a replica may have more than
   * the new primary. Only positions beyond prove that a replica follows it.
   */
  let diverged = 0n

  const read = async (): Promise<PrimarySample> => {
    const at = performance.now()
    const reported = highest
    const { lsn, system } = await readPosition()
    const sample = { at, lsn: BigInt(lsn), system }
    const last = samples.at(-1)
    if (last && last.system !== system) [samples, highest, diverged] = [[], 0n, 0n]
    else if (reported > sample.lsn) diverged = reported
    samples = [...samples, sample].filter((one) => one.lsn >= diverged).slice(-maxSamples)
    return sample
  }
  const start = () => {
    const reading = read().finally(() => {
      if (current === reading) current = undefined
    })
    current = reading
    return reading
  }
  /** A statement under way may have read the position before the caller's commit. */
  const take = () => {
    if (!current) return start()
    next ??= current
      // Its caller gets the failure.
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }

  const tick = () => {
    timer = undefined
    if (performance.now() - usedAt > usedForMs) return
    // Without a current position, lists are read from the primary.
    take().catch(() => {})
    timer = setTimeout(tick, takenEveryMs).unref()
  }

  return {
    take,
    async keepTaking() {
      usedAt = performance.now()
      timer ??= setTimeout(tick, takenEveryMs).unref()
      const last = samples.at(-1)
      if (!last || usedAt - last.at > 2 * takenEveryMs) await take()
    },
    latest: () => samples.at(-1),
    ageOf(lsn) {
      if (lsn > highest) highest = lsn
      const shown = samples.findLast((sample) => sample.lsn <= lsn)
      return shown ? performance.now() - shown.at : Number.POSITIVE_INFINITY
    },
    stop: () => clearTimeout(timer),
  }
}

/** Digits of a position, so that positions of one server compare as text. */
const digits = 16
const toTag = (system: string) => hash('sha256', system, 'hex').slice(0, 8)

/** Returns the position as sent to callers. */
export const toPosition = ({ system, lsn }: Pick<PrimarySample, 'system' | 'lsn'>): string =>
  `${toTag(system)}-${lsn.toString(16).padStart(digits, '0')}`

/** The caller has no write that its lists must show. */
const anyPosition = 'any'

/** Parses a position; undefined if it is not one of this server. */
export function parsePosition(text: string, system: string): bigint | undefined {
  if (text === anyPosition) return 0n
  const [, tag, lsn] = /^([\da-f]{8})-([\da-f]{16})$/.exec(text) ?? []
  return lsn !== undefined && tag === toTag(system) ? BigInt(`0x${lsn}`) : undefined
}
