import type { DestinationId, InstallationId } from '@platform/contract'
import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import type { AttemptRecord } from '@platform/delivery/notifications/history/attempts'
import type { Message } from '@platform/delivery/notifications/message'
import { addToHours, type HourCount, type UsageCount } from './hours-store.ts'
import type { Verdict } from '../sending/sender.ts'

/**
 * Counts results of attempts by hour, destination and installation, so that deliveries need not be
 * counted. Sending does not wait for it.
 */
export interface Hours {
  count(message: Message, verdict: Verdict, attempt: AttemptRecord): void
  flush(): Promise<void>
  /** Writes the remaining counts. */
  close(): Promise<void>
}

/** A killed process loses the counts of this interval. */
const flushEveryMs = 1_000
const hourMs = 3_600_000

/** Buckets of durations, each about a fifth longer than the one before. */
const steps = Array.from({ length: 64 }, (_, index) => Math.round(5 * 1.2 ** index))

export function createHours(database: Database, log: Logger): Hours {
  let tallies = createTallies()

  const flush = async () => {
    const { destinations, installations, customers } = tallies
    if (destinations.isEmpty()) return
    tallies = createTallies()
    const counts = {
      destinations: destinations.rows(),
      installations: installations.rows(),
      customers: [...customers.values()],
    }
    try {
      await addToHours(database.everything, counts)
    } catch (error) {
      log.warn({ err: error }, 'cannot count attempts per hour; retrying')
      for (const row of counts.destinations) tallies.destinations.add(row)
      for (const row of counts.installations) tallies.installations.add(row)
      for (const row of counts.customers) addUsage(tallies.customers, row)
    }
  }

  /** Cached: most times are in the same hour as the one before. */
  let last = { hour: -1, month: '' }
  const formatHourMonth = (hour: number) => {
    if (last.hour !== hour) {
      last = { hour, month: `${new Date(hour * hourMs).toISOString().slice(0, 7)}-01` }
    }
    return last.month
  }

  const timer = setInterval(() => void flush(), flushEveryMs).unref()
  return {
    count({ event, destinationId }, { status }, { at, durationMs }) {
      if (status === 'canceled') return
      const { projectId, subject } = event
      const { groupName, installationId, numRecords } = subject?.groupRef
        ? parseSaid(subject.rest)
        : none
      const ended = {
        projectId,
        destinationId,
        hour: Math.floor(at / hourMs),
        outcome: status === 'pending' ? 'retried' : status,
        withinMs: toStep(durationMs),
        attempts: 1,
        records: status === 'pending' ? 0 : numRecords,
      } as const
      tallies.destinations.add({ ...ended, id: destinationId })
      if (installationId) tallies.installations.add({ ...ended, id: installationId })
      if (!subject?.groupRef || status === 'pending') return
      addUsage(tallies.customers, {
        projectId,
        destinationId,
        groupRef: subject.groupRef,
        groupName: groupName ?? subject.groupRef,
        month: formatHourMonth(ended.hour),
        messagesDelivered: status === 'delivered' ? 1 : 0,
        recordsDelivered: status === 'delivered' ? numRecords : 0,
        messagesFailed: status === 'failed' ? 1 : 0,
      })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const createTallies = () => ({
  destinations: createHourly<DestinationId>(),
  installations: createHourly<InstallationId>(),
  customers: new Map<string, UsageCount>(),
})

const outcomes = ['delivered', 'retried', 'failed'] as const

/**
 * Counters per destination or installation, by number: building a text key per message would cost
 * more than counting.
 */
function createHourly<Of extends DestinationId | InstallationId>() {
  const counts = new Map<Of, Map<number, HourCount<Of>>>()
  return {
    add(row: HourCount<Of>): void {
      let own = counts.get(row.id)
      if (!own) counts.set(row.id, (own = new Map()))
      const { hour, outcome, withinMs } = row
      const key = (hour * outcomes.length + outcomes.indexOf(outcome)) * 2 ** 20 + withinMs
      const known = own.get(key)
      if (!known) return void own.set(key, row)
      known.destinationId = row.destinationId
      known.attempts += row.attempts
      known.records += row.records
    },
    isEmpty: () => counts.size === 0,
    rows: () => [...counts.values()].flatMap((own) => [...own.values()]),
  }
}

function addUsage(customers: Map<string, UsageCount>, row: UsageCount): void {
  const key = `${row.month} ${row.projectId} ${row.groupRef}`
  const known = customers.get(key)
  if (!known) return void customers.set(key, row)
  known.destinationId = row.destinationId
  known.groupName = row.groupName
  known.messagesDelivered += row.messagesDelivered
  known.recordsDelivered += row.recordsDelivered
  known.messagesFailed += row.messagesFailed
}

interface Said {
  groupName?: string
  installationId?: InstallationId
  numRecords: number
}

const none: Said = { numRecords: 0 }

/** Returns the customer and resources of the event. */
const parseSaid = (rest: string): Said => ({ ...none, ...(JSON.parse(rest) as Partial<Said>) })

const toStep = (ms: number): number => steps.find((step) => ms <= step) ?? steps.at(-1) ?? ms
