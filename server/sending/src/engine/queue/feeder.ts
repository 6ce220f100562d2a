import { closeClient } from '@platform/kernel/db/client'
import type { DestinationId, DestinationOrdering } from '@platform/contract'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '@platform/kernel/db/database'
import { getNowMs, untilWokenMs } from '@platform/kernel/values'
import {
  claimDue,
  findDue,
  nextQueued,
  type ClaimedMessage,
  type DueDestination,
} from './hot-store.ts'
import { claimHeld, releaseUnknown } from './held-store.ts'
import type { SendingLeases } from './sending-leases.ts'
import type { RoomRequest } from '../sending/sender.ts'
import { claimOrdered } from './ordered-store.ts'
import { heldDue } from '@platform/delivery/notifications/message'
import { openForBatches } from '../recording/open-for-batches.ts'

/** Claims queued deliveries when they are due and there is room for them. */
export interface Feeder {
  /** Checks the queue at this time, or immediately. */
  wake(at?: number): void
  /** Checks the queue again, after room has become free, if due deliveries were left there. */
  resume(): void
  stop(): Promise<void>
}

/** Deliveries due later than this are left to the watch for due work. */
const soonMs = 5_000
const retryMs = 500
/** How long after a connection broke its claims may still commit. */
const unclearForMs = 15_000

interface Wanted {
  destinationId: DestinationId
  room: number
  ordering: DestinationOrdering
}

interface FeederPorts {
  holder(): number
  leases: SendingLeases
  /** Claimed and not recorded yet, by destination and event. */
  claimed: ReadonlySet<string>
  room(to: RoomRequest): {
    room: number
    notBefore: number
  }
  accept(messages: ClaimedMessage[]): void
}

export function startFeeder(database: Database, ports: FeederPorts, log: Logger): Feeder {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let timerAt = Infinity
  let looking: Promise<void> | undefined
  let isWoken = false
  /** Whether due deliveries may be left in the queue for lack of room. */
  let isLeft = true
  let isStopped = false
  let unclearUntil = 0

  const connect = async () => {
    const opened = await openForBatches(database)
    opened.on('end', () => {
      if (client === opened) client = undefined
      unclearUntil = getNowMs() + unclearForMs
      wake()
    })
    client = opened
    return opened
  }

  /** Claims what is due; returns when to check again unless woken. */
  const claim = async (): Promise<number> => {
    const connection = client ?? (await connect())
    isLeft = true
    const isUnclear = getNowMs() < unclearUntil
    if (isUnclear) await releaseUnknown(connection, ports.holder(), ports.claimed)
    const due = await findSendable(connection, ports.leases)
    const plan = planClaims(due, ports, { againInMs: isUnclear ? soonMs : untilWokenMs })
    isLeft = plan.isLeft
    return (await claimPlanned(connection, plan, ports)) ? plan.now : plan.next
  }

  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'cannot claim queued deliveries; retrying')
  const look = async () => {
    while (!isStopped) {
      isWoken = false
      let next: number
      try {
        next = await claim()
      } catch (error) {
        logFailure(error)
        void closeClient(client)
        client = undefined
        next = getNowMs() + retryMs
      }
      if (!isWoken && next > getNowMs()) return wake(next)
    }
  }

  const wake = (at = 0) => {
    if (isStopped) return
    const now = getNowMs()
    if (at <= now) {
      isWoken = true
      looking ??= look().finally(() => {
        looking = undefined
        if (isWoken) wake()
      })
      return
    }
    if (at >= timerAt) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(() => {
      timerAt = Infinity
      wake()
    }, at - now)
  }

  const unwatch = database.dueWork.add({
    name: 'deliveries',
    dueTime: nextQueued,
    wake: () => wake(),
    failed: logFailure,
  })
  wake()
  return {
    wake,
    resume() {
      if (isLeft) wake()
    },
    async stop() {
      isStopped = true
      unwatch()
      clearTimeout(timer)
      await looking
      await closeClient(client)
    },
  }
}

/** Returns the destinations with due deliveries, of those with limits the ones that this process sends to. */
async function findSendable(
  connection: pg.Client,
  leases: SendingLeases,
): Promise<DueDestination[]> {
  const due = await findDue(connection)
  const now = getNowMs()
  const isLimited = ({ limits, dueTime }: DueDestination) => limits && dueTime.getTime() <= now
  const limited = due.filter(isLimited)
  if (limited.length === 0) return due
  const own = await leases.claim(connection, limited)
  return due.filter((one) => !isLimited(one) || own.has(one.destinationId))
}

interface Plan {
  now: number
  /** When to check again if nothing is claimed. */
  next: number
  /** Whether due deliveries may be left in the queue for lack of room. */
  isLeft: boolean
  wanted: Wanted[]
  /** Held deliveries, which are claimed in order. */
  wantedInOrder: Wanted[]
}

/** Decides how many due deliveries of each destination to claim. */
function planClaims(
  due: readonly DueDestination[],
  { room }: Pick<FeederPorts, 'room'>,
  { againInMs }: { againInMs: number },
): Plan {
  const now = getNowMs()
  const plan: Plan = {
    now,
    next: now + againInMs,
    isLeft: due.some(({ dueTime }) => dueTime.getTime() <= now),
    wanted: [],
    wantedInOrder: [],
  }
  for (const { destinationId, projectId, dueTime, ordering, limits } of due) {
    if (dueTime.getTime() > now) {
      plan.next = Math.min(plan.next, dueTime.getTime())
      continue
    }
    const { room: count, notBefore } = room({ destinationId, projectId, limits })
    const isHeld = dueTime.getTime() === heldDue.getTime()
    const one = { destinationId, room: count, ordering }
    // Ordered destinations keep their order, even if the delivery was held.
    if (count > 0) (isHeld && ordering === 'none' ? plan.wantedInOrder : plan.wanted).push(one)
    else if (notBefore > now) plan.next = Math.min(plan.next, notBefore)
  }
  return plan
}

/** Claims as planned; returns whether there were any. */
async function claimPlanned(
  connection: pg.Client,
  { wanted, wantedInOrder }: Plan,
  { holder, accept }: FeederPorts,
): Promise<boolean> {
  let isAny = false
  for (const one of wantedInOrder) {
    const messages = await claimHeld(connection, holder(), one)
    accept(messages)
    isAny ||= messages.length > 0
  }
  for (const one of wanted) {
    const { ordering } = one
    if (ordering === 'none') continue
    const messages = await claimOrdered(connection, holder(), { ...one, ordering })
    accept(messages)
    one.room -= messages.length
    isAny ||= messages.length > 0
  }
  if (wanted.length > 0) {
    const messages = await claimDue(connection, holder(), wanted)
    accept(messages)
    isAny ||= messages.length > 0
  }
  return isAny
}
