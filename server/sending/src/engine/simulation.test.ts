import { expect, it } from 'vitest'
import type { DestinationId, EventId, ProjectId } from '@platform/contract'
import { heldDue, type Message } from '../../../delivery/src/notifications/message.ts'
import type { Outcome } from '@platform/sinks/outcome'
import { createSender, type SenderTarget, type Verdict } from './sending/sender.ts'
import { createAgenda, pickBy, randomFrom, listSeeds, type Random } from '@platform/testing/seeded'
import { must } from '@platform/kernel/values'

/*
 * The sender in a simulated world: a virtual clock, receivers that behave by the seed, and a
 * table that keeps what is recorded. `SIMULATION_SEED=17 vitest run …` repeats one seed.
 */

const seeds = listSeeds(1_000)

const policy = { retryDelaysMs: [1_000, 5_000, 20_000, 60_000], disableAfterMs: 600_000 }
const limits = {
  policy,
  pressure: { start: 2, max: 16 },
  maxInFlight: 6,
  maxBytes: 20_000,
}

interface Row {
  message: Message
  status: 'held-in-memory' | 'queued' | 'delivered' | 'failed' | 'canceled'
  due: number
  attempts: number[]
  /** How many of those attempts used up its current schedule. */
  used: number
  /** Time of its last replay or of enabling its destination: it is sent immediately, with a new schedule. */
  releasedAt: number
  /** End of the pause that its receiver requested. */
  notBefore: number
  /** Whether it was held when its destination was enabled, and has not been sent since. */
  isHeld: boolean
}

const isDueAsHeld = ({ due }: Row) => due === heldDue.getTime()

/** Outcomes of a destination's attempts, as recorded by its receiver. */
interface History {
  underWay: number
  failuresInARow: number
  /** Start of the first one. */
  failingSince: number | undefined
  openUntil: number
  isGone: boolean
  disabledAt: number
}

const freshHistory = (): History => ({
  underWay: 0,
  failuresInARow: 0,
  failingSince: undefined,
  openUntil: 0,
  isGone: false,
  disabledAt: Infinity,
})

/** Behavior of a receiver during a period. */
type Mood = 'healthy' | 'slow' | 'hangs' | 'fails' | 'flaky' | 'busy' | 'gone'
const moods: Mood[] = ['healthy', 'slow', 'hangs', 'fails', 'flaky', 'busy', 'gone']

async function simulate(seed: number) {
  const random = randomFrom(seed)
  const pick = pickBy(random)
  const { now, later, next } = createAgenda(1_000_000)

  const every = (ms: number, run: () => void) => {
    if (now() > 30_000_000) return
    later(() => {
      run()
      every(ms, run)
    }, ms)
  }

  const rows: Row[] = []
  const rowOf = new Map<Message, Row>()
  const violations: string[] = []
  const histories = new Map<DestinationId, History>()

  const checkDestination = (id: DestinationId, history: History) => {
    const { underWay, failuresInARow, openUntil, disabledAt } = history
    if (underWay > limits.pressure.max) violations.push(`${underWay} requests at once to ${id}`)
    if (now() > disabledAt) violations.push(`sent to ${id}, which is disabled`)
    if (now() < openUntil)
      violations.push(`sent to ${id} while its circuit is open or it asked for a pause`)
    if (failuresInARow >= 10 && underWay > 1)
      violations.push(`sent to ${id} beside the probe of its circuit`)
  }
  const checkProject = (projectId: ProjectId) => {
    const underWay = targets
      .filter((target) => target.projectId === projectId)
      .reduce((sum, { id }) => sum + must(histories.get(id), `histories of ${id}`).underWay, 0)
    if (underWay > limits.maxInFlight / 2) violations.push(`${underWay} requests of ${projectId}`)
  }
  const checkMessage = (row: Row, batch: Row[], { underWay }: History) => {
    const { event, destinationId } = row.message
    if (row.isHeld) {
      if (underWay > 1) violations.push(`sent ${event.id}, which was held, beside another`)
      const older = rows
        .slice(0, rows.indexOf(row))
        .find(
          (other) =>
            other.isHeld && other.message.destinationId === destinationId && !batch.includes(other),
        )
      if (older) violations.push(`sent ${event.id} before ${older.message.event.id}`)
    }
    if (row.status !== 'held-in-memory') violations.push(`sent ${event.id}, which is ${row.status}`)
    const before = row.attempts.at(-1)
    if (before !== undefined && row.releasedAt <= before) {
      if (now() - before < 700) violations.push(`sent ${event.id} again too soon`)
      if (now() < row.notBefore)
        violations.push(`sent ${event.id} during the pause that was asked for`)
    }
    if (row.used > policy.retryDelaysMs.length)
      violations.push(`sent ${event.id} more often than the schedule says`)
  }
  const remember = (history: History, row: Row, outcome: Outcome, at: number) => {
    if (outcome.succeeded) {
      Object.assign(history, { failuresInARow: 0, failingSince: undefined, openUntil: 0 })
      return
    }
    history.failuresInARow++
    history.failingSince ??= at
    history.isGone ||= outcome.gone === true
    const opens = history.failuresInARow % 10 === 0 && now() >= history.openUntil
    row.notBefore = now() + (outcome.retryAfterMs ?? 0)
    history.openUntil = Math.max(history.openUntil, row.notBefore, opens ? now() + 1_000 : 0)
  }

  const givenTarget = (index: number) => {
    const id = `dest_${index}` as DestinationId
    const stretches = Array.from({ length: 6 }, () => ({
      mood: pick(moods),
      ms: random() * 120_000,
    }))
    const moodAt = (time: number): Mood => {
      let end = 1_000_000
      return stretches.find(({ ms }) => time < (end += ms))?.mood ?? 'healthy'
    }
    const projectId: ProjectId = `proj_${index % 2}`
    const target: SenderTarget = {
      id,
      projectId,
      isEnabled: true,
      mayDisable: true,
      failingSince: undefined,
      sink: {
        maxBatch: pick([1, 1, 5]),
        maxBatchBytes: pick([20, Infinity]),
        lingerMs: pick([0, 2_000]),
        send(events) {
          const at = now()
          if (!maySend()) violations.push(`sent to ${id} while others may have taken over`)
          const history = must(histories.get(id), `histories of ${id}`)
          history.underWay++
          checkDestination(id, history)
          checkProject(projectId)
          const batch = events.map((event) =>
            must(
              rows.find(({ message }) => message.event === event),
              'row of the event',
            ),
          )
          for (const row of batch) checkMessage(row, batch, history)
          const behaviours = batch.map((row) => {
            row.isHeld = false
            row.attempts.push(at)
            row.used++
            const [outcome, ms] = behave(moodAt(at), random)
            return { row, outcome, ms }
          })
          return new Promise((resolve) => {
            later(
              () => {
                history.underWay--
                for (const { row, outcome } of behaviours) remember(history, row, outcome, at)
                resolve(behaviours.map(({ outcome }) => outcome))
              },
              Math.max(...behaviours.map(({ ms }) => ms)),
            )
          })
        },
      },
    }
    histories.set(id, freshHistory())
    return target
  }
  const targets = Array.from({ length: 4 }, (_, index) => givenTarget(index))
  const targetOf = new Map(targets.map((target) => [target.id, target]))

  // The process is sometimes cut off from the database.
  const cuts = Array.from({ length: 3 }, () => 1_000_000 + random() * 700_000)
  const cutMs = 20_000
  const maySend = () => cuts.every((at) => now() < at || now() >= at + cutMs)

  const release: Message[] = []
  const sender = createSender(
    {
      now,
      chance: random,
      later,
      maySend,
      findLease: () => ({ notBefore: 0 }),
      target: (message) => targetOf.get(message.destinationId),
      record(message, verdict: Verdict) {
        const row = must(rowOf.get(message), `row of ${message.event.id}`)
        if (row.status !== 'held-in-memory') violations.push(`recorded ${message.event.id} twice`)
        row.status = verdict.status === 'pending' ? 'queued' : verdict.status
        row.due = verdict.status === 'pending' ? verdict.due : Infinity
        if (isDueAsHeld(row)) row.used = 0
        if (row.status === 'failed' && row.used <= policy.retryDelaysMs.length)
          violations.push(`${message.event.id} failed after ${row.used} attempts`)
        release.push(message)
      },
      failing: (target, since) => void (target.failingSince = since),
      disable(target) {
        target.isEnabled = false
        const history = must(histories.get(target.id), `histories of ${target.id}`)
        const failingForMs = now() - (history.failingSince ?? now())
        if (!history.isGone && failingForMs < policy.disableAfterMs)
          violations.push(`disabled ${target.id}, which failed for ${failingForMs} ms`)
        Object.assign(history, { failuresInARow: 0, openUntil: 0, disabledAt: now() })
      },
      hungry() {},
    },
    limits,
  )

  const hold = (row: Row) => {
    const { wasHeld: _, ...former } = row.message
    const message: Message = {
      ...former,
      fromQueue: row.attempts.length > 0,
      ...(isDueAsHeld(row) && { wasHeld: true }),
    }
    if (!sender.reserve(message)) return undefined
    row.message = message
    row.status = 'held-in-memory'
    rowOf.set(message, row)
    return message
  }
  const isDue = (row: Row) => row.status === 'queued' && row.due <= now()
  const feed = () => {
    // Few of all rows are due in a second, which would otherwise be looked through for each target.
    const dueRows = rows.filter(isDue)
    for (const target of targets) {
      if (!target.isEnabled) continue
      const { room } = sender.room({ destinationId: target.id, projectId: target.projectId })
      const queued = dueRows.filter((row) => isDue(row) && row.message.destinationId === target.id)
      const held = queued.filter(isDueAsHeld)
      const due = held.length > 0 ? held : queued
      sender.accept(due.slice(0, room).flatMap((row) => hold(row) ?? []))
    }
  }
  const emit = (index: number) => {
    const { id: destinationId, projectId } = pick(targets)
    const message: Message = {
      event: { id: `evt_${index}` as EventId, projectId, type: 'read', body: '{}' },
      destinationId,
      attemptsUsed: 0,
      fromQueue: false,
      holder: 1,
    }
    const row: Row = {
      message,
      status: 'queued',
      due: now(),
      attempts: [],
      used: 0,
      releasedAt: 0,
      notBefore: 0,
      isHeld: false,
    }
    rows.push(row)
    const held = must(targetOf.get(message.destinationId), `target of ${message.destinationId}`)
      .isEnabled
      ? hold(row)
      : undefined
    if (held) sender.accept([held])
  }

  const restart = (row: Row, due: number) => {
    row.due = due
    row.releasedAt = now()
    row.used = 0
    row.message.attemptsUsed = 0
  }

  const events = 60
  for (let index = 0; index < events; index++) later(() => emit(index), random() * 600_000)
  every(1_000, feed)
  for (const at of cuts) later(() => sender.resume(), at - now() + cutMs)
  // Disabled destinations are enabled, until the end.
  every(300_000, () => {
    for (const target of targets) {
      if (target.isEnabled) continue
      target.isEnabled = true
      target.failingSince = undefined
      Object.assign(must(histories.get(target.id), `histories of ${target.id}`), {
        failingSince: undefined,
        isGone: false,
        disabledAt: Infinity,
      })
      for (const row of rows) {
        if (row.status !== 'queued' || row.message.destinationId !== target.id) continue
        row.isHeld = true
        restart(row, heldDue.getTime())
      }
    }
  })
  // Failed deliveries are replayed, and some delivered ones.
  let replaysLeft = 2
  const replay = () => {
    replaysLeft--
    for (const row of rows) {
      if (row.status === 'failed' || (row.status === 'delivered' && random() < 0.1)) {
        row.status = 'queued'
        restart(row, now())
      }
    }
  }
  later(replay, 400_000)
  later(replay, 900_000)

  const isDone = () => replaysLeft === 0 && rows.every(({ due }) => due === Infinity)
  while (!isDone() && next()) {
    for (let turn = 0; turn < 6; turn++) await Promise.resolve()
    if (release.length > 0) sender.release(release.splice(0))
  }

  for (const { status, message } of rows) {
    if (status !== 'delivered' && status !== 'failed')
      violations.push(`${message.event.id} ended as ${status}`)
  }
  const { messages, inFlight } = sender.stats()
  if (messages !== 0 || inFlight !== 0)
    violations.push(`${messages} messages and ${inFlight} requests are left`)
  return violations
}

function behave(mood: Mood, random: Random): [Outcome, number] {
  const makeFailed = (status: number, more = {}): Outcome => ({
    succeeded: false,
    class: 'status',
    detail: `It answered ${status}.`,
    response: { status, headers: {}, body: '' },
    ...more,
  })
  const quick = 1 + random() * 50
  switch (mood) {
    case 'healthy':
      return [{ succeeded: true }, quick]
    case 'slow':
      return [{ succeeded: true }, 2_000 + random() * 8_000]
    case 'hangs':
      return [{ succeeded: false, class: 'timeout', detail: 'It did not respond.' }, 15_000]
    case 'fails':
      return [makeFailed(500), quick]
    case 'flaky':
      return random() < 0.4 ? [makeFailed(502), quick] : [{ succeeded: true }, quick]
    case 'busy':
      return [makeFailed(503, { retryAfterMs: random() * 30_000 + 1_000 }), quick]
    case 'gone':
      return [makeFailed(410, { gone: true }), quick]
  }
}

it(`keeps its promises in ${seeds.length} simulated worlds`, { timeout: 36_000_000 }, async () => {
  for (const seed of seeds) {
    const violations = await simulate(seed)
    expect(violations, `SIMULATION_SEED=${seed}`).toEqual([])
  }
})
