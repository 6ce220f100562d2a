import {
  ProviderError,
  type Connector,
  type ProviderRecord,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import { pickBy, type Random } from '@platform/testing/seeded'

/** Behaviors of the provider, each for some time. */
const moods = [
  'healthy',
  'healthy',
  'slow',
  'away',
  'flaky',
  'busy',
  'forgets its pages',
  'refuses',
  'refuses the credentials',
] as const
type Mood = (typeof moods)[number]

interface Record {
  id: string
  objectName: string
  /** By the provider's clock, in whole seconds. */
  stampedAt: number
  version: number
  /** The newest version, which may not be visible yet. */
  lastVersion: number
  isDeleted: boolean
}

export type SimulatedProvider = ReturnType<typeof createProvider>

/**
 * Creates a provider with timestamps in seconds by its own clock and pages in order of change,
 * which changes at the worst moment: right after a page was read, and shows changes late.
 */
export function createProvider({
  random,
  now,
  wait,
}: {
  random: Random
  now: () => number
  wait: (ms: number) => Promise<void>
}) {
  const pick = pickBy(random)
  const skewMs = pick([0, 0, -600_000, 600_000])
  const marginMs = pick([0, 0, 5_000, 60_000])
  const pageSize = pick([2, 3, 5])
  const records: Record[] = []
  const stretches: { mood: Mood; until: number }[] = []
  let isChanging = true
  let added = 0

  const clock = () => now() + skewMs
  const second = (time: number) => Math.floor(time / 1000) * 1000
  const mood = () => stretches.find(({ until }) => now() < until)?.mood ?? 'healthy'

  /** Shows a change right away, or within the margin after its time. */
  const show = (apply: () => void) => {
    if (!isChanging || marginMs === 0 || random() < 0.5) apply()
    else void wait(random() * marginMs).then(apply)
  }

  const change = (record: Record) => {
    const stampedAt = second(clock())
    const version = ++record.lastVersion
    const isDeleted = random() < 0.1
    show(() => {
      if (record.version < version) Object.assign(record, { stampedAt, version, isDeleted })
    })
  }

  /** Throws the error of the current behavior. */
  const behave = async (isFurtherPage: boolean) => {
    switch (mood()) {
      case 'healthy':
        return wait(20 + random() * 200)
      case 'slow':
        return wait(2_000 + random() * 8_000)
      case 'away':
        await wait(random() < 0.5 ? 30_000 : 20)
        throw new ProviderError('unavailable', 'It is away.', { status: 503 })
      case 'flaky':
        await wait(50)
        if (random() < 0.4) throw new ProviderError('unavailable', 'It has a hiccup.')
        return
      case 'busy': {
        await wait(50)
        const retryAfterMs = 1_000 + random() * 60_000
        throw new ProviderError('rate-limit', 'It is busy.', { status: 429, retryAfterMs })
      }
      case 'forgets its pages':
        await wait(50)
        if (isFurtherPage && random() < 0.3)
          throw new ProviderError('cursor-gone', 'It has forgotten that page.')
        return
      case 'refuses':
        await wait(50)
        throw new ProviderError('permission', 'It refuses that.', { status: 403 })
      case 'refuses the credentials':
        await wait(50)
        throw new ProviderError('credentials', 'It refused the credentials.', { status: 401 })
    }
  }

  const connectorFor = (step: () => Promise<void>): Connector => ({
    provider: 'simulated',
    timePrecisionMs: 1_000,
    readsDeletions: true,
    fieldValue: (raw, fieldName) => raw[fieldName],
    describeObject: () => Promise.reject(new Error('Nobody asks for that.')),
    sampleRead: () => Promise.reject(new Error('Nobody asks for that.')),
    async read(_client, request): Promise<ReadPage> {
      await step()
      const asOf = new Date(second(clock() - marginMs)).toISOString()
      await behave(request.cursor !== undefined)
      const page = makePage(request)
      await step()
      return { ...page, ...(request.cursor === undefined && { asOf }) }
    },
  })

  const makePage = ({
    objectName,
    since,
    until,
    includeDeleted,
    cursor,
  }: ReadRequest): ReadPage => {
    const behind = cursor === undefined ? undefined : (JSON.parse(cursor) as [number, string])
    const found = records
      .filter((record) => record.objectName === objectName)
      .filter(({ isDeleted }) => includeDeleted || !isDeleted)
      .filter(({ stampedAt }) => since === undefined || stampedAt >= Date.parse(since))
      .filter(({ stampedAt }) => until === undefined || stampedAt < Date.parse(until))
      .filter(
        (record) => !behind || compareRecords(record, { stampedAt: behind[0], id: behind[1] }) > 0,
      )
      .toSorted(compareRecords)
    const here = found.slice(0, pageSize)
    const page = { records: here.map(toRecord) }
    const last = here.at(-1)
    if (isChanging && last && random() < 0.15) change(pick(here))
    if (!last || found.length <= pageSize) return page
    return {
      ...page,
      next: JSON.stringify([Date.parse(page.records.at(-1)!.updatedTime!), last.id]),
    }
  }

  return {
    records,
    skewMs,
    mood,
    connectorFor,
    add(objectName: string, ageMs = 0) {
      const id = `${objectName}-${++added}`
      const stampedAt = second(clock() - ageMs)
      const record = { id, objectName, stampedAt, version: 1, lastVersion: 1, isDeleted: false }
      if (ageMs > 0) records.push(record)
      else show(() => records.push(record))
    },
    changeOne() {
      if (records.length > 0) change(pick(records))
    },
    /** Sets the next behaviors; afterwards it is healthy. */
    behaveBy(count: number, maxMs: number) {
      let until = now()
      for (let stretch = 0; stretch < count; stretch++) {
        until += random() * maxMs
        stretches.push({ mood: pick(moods), until })
      }
      return until
    },
    rest() {
      isChanging = false
      stretches.length = 0
    },
  }
}

const compareRecords = (
  one: Pick<Record, 'stampedAt' | 'id'>,
  other: Pick<Record, 'stampedAt' | 'id'>,
): number => one.stampedAt - other.stampedAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

const toRecord = ({ id, stampedAt, version, isDeleted }: Record): ProviderRecord => ({
  id,
  updatedTime: new Date(stampedAt).toISOString(),
  ...(isDeleted && { deleted: true as const }),
  raw: { id, version, stampedAt, isDeleted },
})
