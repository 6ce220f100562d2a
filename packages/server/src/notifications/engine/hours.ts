import type { DestinationId, InstallationId } from '@platform/contract'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import type { AttemptRecord } from '../history/attempts.ts'
import type { EventRecord, Message } from '../message.ts'
import { addToHours, type HourCount } from './hours-store.ts'
import type { Verdict } from './sender.ts'

/**
 * Counts how attempts ended, by the hour, the destination and the installation, so that nobody has to
 * count deliveries. What is sent meanwhile does not wait for it.
 */
export interface Hours {
  count(message: Message, verdict: Verdict, attempt: AttemptRecord): void
  flush(): Promise<void>
  /** Writes what is left. */
  close(): Promise<void>
}

/** A process that is killed has not counted what it did in this time. */
const flushEveryMs = 1_000
const hourMs = 3_600_000

/** The scale of durations: each step is longer than the one before by about a fifth. */
const steps = Array.from({ length: 64 }, (_, index) => Math.round(5 * 1.2 ** index))

export function createHours(database: Database, log: Logger): Hours {
  let counts = new Map<DestinationId, Map<string, HourCount>>()

  const flush = async () => {
    const counted = counts
    counts = new Map()
    const rows = [...counted.values()].flatMap((own) => [...own.values()])
    if (rows.length === 0) return
    try {
      await addToHours(database.everything, rows)
    } catch (error) {
      log.warn({ err: error }, 'cannot count attempts by the hour; trying again')
      for (const row of rows) add(row)
    }
  }

  const add = (row: HourCount) => {
    const own = counts.get(row.destinationId) ?? new Map<string, HourCount>()
    counts.set(row.destinationId, own)
    const { hour, outcome, withinMs, installationId, groupRef } = row
    const key = `${hour} ${outcome} ${withinMs} ${installationId} ${groupRef}`
    const known = own.get(key)
    if (known) {
      known.attempts += row.attempts
      known.records += row.records
    } else own.set(key, row)
  }

  const timer = setInterval(() => void flush(), flushEveryMs).unref()
  return {
    count({ event, destinationId }, { status }, { at, durationMs }) {
      if (status === 'cancelled') return
      const { numRecords, ...about } = saidOf(event)
      add({
        projectId: event.projectId,
        destinationId,
        ...about,
        hour: Math.floor(at / hourMs) * hourMs,
        outcome: status === 'pending' ? 'retried' : status,
        withinMs: stepOf(durationMs),
        attempts: 1,
        records: status === 'pending' ? 0 : numRecords,
      })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const none: Pick<HourCount, 'installationId' | 'groupRef' | 'groupName'> & { numRecords: number } =
  { installationId: '', groupRef: '', groupName: '', numRecords: 0 }

/** What the event says of whom and what it is about. */
function saidOf({ subject }: EventRecord): typeof none {
  if (!subject?.groupRef) return none
  const { groupRef } = subject
  const said = JSON.parse(subject.rest) as {
    groupName?: string
    installationId?: InstallationId
    numRecords?: number
  }
  const { groupName = groupRef, installationId = '', numRecords = 0 } = said
  return { groupRef, groupName, installationId, numRecords }
}

const stepOf = (ms: number): number => steps.find((step) => ms <= step) ?? steps.at(-1) ?? ms
