import { expect, it } from 'vitest'
import { createAgenda, listSeeds, pickBy, randomFrom } from '@platform/testing/seeded'
import { decideEcho, windowMs, type EchoState } from './decide-echo.ts'
import type { StoredWrite } from './tables.ts'
import { hashExactly, hashValue } from './value-hashes.ts'

/*
 * Two-way sync of a few records, for hours: users and an automation edit them at the provider, the
 * builder edits its copies and writes them, and answers each change that is not marked with another
 * write, which would never end if one of its own changes came back unmarked. Events are late, lists
 * return earlier versions, messages wait for an hour, and writes are repeated after kills.
 */

type Name = 'a' | 'b' | 'c'
type Values = Record<Name, string>
const names: readonly Name[] = ['a', 'b', 'c']
const editsPerSeed = 300
const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

interface Version {
  number: number
  time: number
  values: Values
}

interface Message {
  values: Values
  isMarked: boolean
  acceptTime?: number
}

interface Copy {
  /** Versions at the provider, oldest first. */
  versions: Version[]
  /** The builder's copy. */
  values: Values
  /** Those that were sent. */
  writes: StoredWrite[]
  /** Fields with values that are not sent yet. */
  waiting: Map<StoredWrite, readonly string[]>
  delivered: { messages: Message[]; fields: Record<string, string> } | undefined
  /** Messages that the builder has not received yet, in order. */
  queue: Message[]
  isSending: boolean
  sentVersion: number
  readVersion: number
}

const byTime = (one: StoredWrite, other: StoredWrite) => other.at - one.at
const scope = { key: Buffer.alloc(32), installationId: 'inst_1' as const, objectName: 'contacts' }

function simulate(seed: number, { drops }: { drops: boolean }) {
  const random = randomFrom(seed)
  const pick = pickBy(random)
  const agenda = createAgenda(1_800_000_000_000)
  const counts = { edits: 0, writes: 0, answers: 0, dropped: 0, lost: 0, marked: 0, unmarked: 0 }
  const start: Values = { a: 'x', b: 'x', c: 'x' }
  const records = Array.from({ length: 5 }, (): Copy => ({
    versions: [{ number: 0, time: agenda.now(), values: start }],
    values: start,
    writes: [],
    waiting: new Map(),
    delivered: undefined,
    queue: [],
    isSending: false,
    sentVersion: 0,
    readVersion: 0,
  }))
  /** Mostly short, sometimes up to the maximum. */
  const delay = (maxMs: number) => (random() < 0.8 ? random() * 5 * secondMs : random() * maxMs)
  const now = (record: Copy) => record.versions.at(-1)!

  /** As many providers, it has a new time of modification even if no value is new. */
  function change(record: Copy, values: Partial<Values>): void {
    const before = now(record)
    const after = { ...before.values, ...values }
    const updated = names.filter((name) => after[name] !== before.values[name])
    record.versions.push({ number: before.number + 1, time: agenda.now(), values: after })
    const isReported = random() < 0.8
    if (random() < 0.95)
      agenda.later(
        () => deliver(record, isReported ? updated : undefined, findVisible(record, 0)),
        delay(hourMs),
      )
  }

  /** Lists are late by up to two minutes, single records by up to `maxMs`. */
  function findVisible(record: Copy, maxMs: number): Version {
    const until = agenda.now() - random() * maxMs
    return record.versions.findLast(({ time }) => time <= until) ?? record.versions[0]!
  }

  function deliver(record: Copy, updated: readonly string[] | undefined, version: Version): void {
    if (version.number < record.sentVersion) return
    record.sentVersion = version.number
    const last = record.delivered
    const state: EchoState = {
      writes: record.writes,
      delivered: last?.fields,
      deliveredAt: findReceiveTime(record),
      drops,
      now: agenda.now(),
    }
    const hashes = names.map(
      (name) => [name, hashValue(scope, name, version.values[name])] as const,
    )
    const echo = decideEcho(
      {
        isDeleted: false,
        values: new Map(hashes),
        readFrom: agenda.now(),
        ...(updated && updated.length > 0 && { updatedNames: new Set(updated) }),
      },
      state,
    )
    record.writes = echo.writes
    const fields = Object.fromEntries(
      names.map((name) => [name, hashExactly(scope, name, version.values[name])]),
    )
    if (echo.isDropped) {
      counts.dropped++
      // The builder has, or will write, nothing else.
      const waiting = new Set([...record.waiting.values()].flat())
      const isKnown = names.every(
        (name) => waiting.has(name) || record.values[name] === version.values[name],
      )
      if (!isKnown || record.queue.length > 0) counts.lost++
      if (last) record.delivered = { ...last, fields }
      return
    }
    counts[echo.cause ? 'marked' : 'unmarked']++
    const message: Message = { values: version.values, isMarked: echo.cause !== undefined }
    const waiting = last?.messages.filter(({ acceptTime }) => acceptTime === undefined) ?? []
    record.delivered = { messages: [...waiting, message], fields }
    record.queue.push(message)
    send(record)
  }

  function findReceiveTime({ delivered }: Copy): number | undefined {
    const times = delivered?.messages.map(({ acceptTime }) => acceptTime) ?? []
    const known = times.filter((time) => time !== undefined)
    return known.length === 0 || known.length < times.length ? undefined : Math.max(...known)
  }

  /** Sends the messages of a record in order. */
  function send(record: Copy): void {
    const message = record.queue[0]
    if (!message || record.isSending) return
    record.isSending = true
    agenda.later(() => {
      record.isSending = false
      record.queue.shift()
      receive(record, message)
      agenda.later(() => (message.acceptTime = agenda.now()), random() * secondMs)
      send(record)
    }, delay(hourMs))
  }

  function receive(record: Copy, { values, isMarked }: Message): void {
    record.values = values
    if (isMarked) return
    counts.answers++
    write(record, { c: `answer ${counts.answers}` })
  }

  function write(record: Copy, values: Partial<Values>): void {
    const number = ++counts.writes
    record.values = { ...record.values, ...values }
    const accepted: StoredWrite = {
      id: `op_${number}.0`,
      operationId: `op_${number}`,
      at: agenda.now(),
      until: agenda.now() + windowMs,
      fields: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, hashValue(scope, name, value)]),
      ),
    }
    record.waiting.set(accepted, Object.keys(values))
    const sendNow = () => {
      if (record.waiting.delete(accepted))
        record.writes = [accepted, ...record.writes].toSorted(byTime).slice(0, 5)
      change(record, { ...values, ...(values.b !== undefined && { b: values.b.toUpperCase() }) })
      if (random() < 0.1) {
        // The process is killed before it stores the reply; another repeats the write.
        agenda.later(sendNow, delay(10 * minuteMs))
        return
      }
      agenda.later(() => {
        record.writes = record.writes.map((one) =>
          one.id === accepted.id ? { ...one, doneAt: agenda.now() } : one,
        )
      }, random() * secondMs)
    }
    agenda.later(sendNow, delay(10 * minuteMs))
  }

  function readAll(maxLateMs: number): void {
    for (const record of records) {
      const version = findVisible(record, maxLateMs)
      if (version.number <= record.readVersion) continue
      record.readVersion = version.number
      agenda.later(() => deliver(record, undefined, version), delay(minuteMs))
    }
  }

  for (let edit = 0; edit < editsPerSeed; edit++) {
    const at = random() * 12 * hourMs
    const record = pick(records)
    const name = pick(names)
    const value = pick(['x', 'y', 'Y', 'z'])
    const isUser = random() < 0.5
    agenda.later(() => {
      counts.edits++
      if (isUser) change(record, { [name]: value })
      else write(record, { [name]: value })
    }, at)
  }
  for (let at = 10 * minuteMs; at < 20 * hourMs; at += 10 * minuteMs)
    agenda.later(() => readAll(2 * minuteMs), at)
  // Answers to answers would go on for ever.
  const maxSteps = 200_000
  let steps = 0
  while (steps++ < maxSteps && agenda.next()) if (counts.answers > 20 * editsPerSeed) break
  const isQuiet = steps < maxSteps && counts.answers <= 20 * editsPerSeed
  readAll(0)
  while (isQuiet && steps++ < maxSteps && agenda.next());
  const differing = records.filter(
    (record) => JSON.stringify(record.values) !== JSON.stringify(now(record).values),
  )
  return { counts, isQuiet, differing: differing.length }
}

const seeds = listSeeds(20)

it.each([true, false])(
  'ends in equal records, without an answer to an answer (drops: %s)',
  (drops) => {
    const total = { edits: 0, writes: 0, marked: 0, unmarked: 0, dropped: 0, lost: 0 }
    const wrong: { seed: number; isLoop: boolean; differing: number; lost: number }[] = []
    for (const seed of seeds) {
      const { counts, isQuiet, differing } = simulate(seed, { drops })
      const { lost } = counts
      // A user's edit is reported by an event and by a read, and each report is answered once.
      const isLoop = !isQuiet || counts.answers > 2 * editsPerSeed
      if (isLoop || differing > 0 || lost > 0) wrong.push({ seed, isLoop, differing, lost })
      for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counts[key]
    }
    if (process.env['SIMULATION_SHOW']) {
      const loops = wrong.filter(({ isLoop }) => isLoop).length
      process.stdout.write(`${JSON.stringify({ drops, ...total, loops })}\n`)
    }

    expect(wrong).toEqual([])
    expect(total.edits).toBe(seeds.length * editsPerSeed)
    expect(total.marked).toBeGreaterThan(0)
    expect(total.dropped > 0).toBe(drops)
  },
)
