import {
  ProviderError,
  type Connector,
  type ProviderClient,
  type ReadPage,
} from '@platform/connector'
import { catalogue, getEntryFile } from '../catalogue/catalogue.ts'
import { makeDeclaredConnector } from '../declarative/connector.ts'
import { pickDeclaration, type ProviderEntry } from '../declarative/schema/entry.ts'
import { getAtDotPath, setAtDotPath } from '../declarative/calls/dot-path.ts'
import { composeId, parseIdTemplate } from '../declarative/calls/ids.ts'
import {
  ResolvedObjects,
  type Reading,
  type ResolvedObject,
  type Written,
} from '../declarative/calls/resolve.ts'
import { written as writeTypes } from '../declarative/write.ts'
import { requireValue } from '../require-value.ts'
import type { RecordedReply } from '@platform/contract'
import type { ProviderLevels } from './levels.ts'
import { asReplayError, recordingsIn, replayRecording } from '../recording/replay-recording.ts'
import {
  readRecordings,
  readSpec,
  type RecordedFacts,
  type RecordedPage,
  type Spec,
} from './facts.ts'
import { contentOfRecord, createdId, recordsEach, SpecifiedProvider } from './vendor.ts'

/** Outcome of a read or write of one object against independent evidence. */
export type EvidenceVerdict =
  | { outcome: 'whole' | 'accepted'; level: 'spec' | 'samples' }
  /** The read was truncated and reported it. */
  | { outcome: 'incomplete'; reason: string }
  /** Records were lost without a report. */
  | { outcome: 'cut'; reason: string }
  | { outcome: 'refused'; reason: string }

export interface ObjectScore {
  provider: string
  object: string
  action: 'read' | 'changes' | 'search' | Written
  /** Undefined without evidence. */
  verdict: EvidenceVerdict | undefined
}

/** Enough for lists in ranges of a month, or below each of the parents. */
const maxPages = 3_000

/** Scores each object of an entry. */
export async function scoreEntry(
  file: ProviderEntry,
  recorded: RecordedFacts = readRecordings(file.like ?? file.name),
): Promise<ObjectScore[]> {
  const declaration = pickDeclaration(file)
  const connector = makeDeclaredConnector(file.name, declaration)
  if (!connector) return []
  const objects = new ResolvedObjects(declaration)
  const spec = readSpec(file.like ?? file.name)
  const scores: ObjectScore[] = []
  for (const name of objects.names) {
    const object = objects.get(name)
    const score = (action: ObjectScore['action'], verdict: EvidenceVerdict | undefined) =>
      scores.push({ provider: file.name, object: name, action, verdict })
    if (object.read) {
      const bySpec = spec && (await readSpecified(connector, object, spec))
      const own = recorded.replies.filter((one) => one.object === name)
      const byRecord =
        (await replayAll(connector, recordingsIn(own))) ??
        (await replay(connector, object, {
          pages: recorded.pages.filter((one) => one.object === name),
          parent: object.read.parent && objects.get(object.read.parent.object).read,
        }))
      // A specification shows more than sample replies, and either can show that a read is wrong.
      const verdicts = [bySpec, byRecord].filter((one) => one !== undefined)
      score('read', verdicts.find((one) => !('level' in one)) ?? verdicts[0])
      const { changes } = object
      if (changes?.since ?? changes?.newestFirst)
        score('changes', spec && (await readChanges(connector, object, spec)))
      if (object.rules.search)
        score('search', spec && (await searchSpecified(connector, object, spec)))
    }
    for (const type of writeTypes) {
      if (object.writes[type])
        score(type, spec && (await writeSpecified(connector, object, { type, spec })))
    }
  }
  return scores
}

export async function scoreCatalogue(): Promise<ObjectScore[]> {
  const all: ObjectScore[] = []
  for (const entry of Object.values(catalogue)) {
    const file = requireValue(getEntryFile(entry))
    if (file.objects) all.push(...(await scoreEntry(file)))
  }
  return all
}

interface Whole {
  ids: string[]
  /** Number of records without content. */
  bare: number
  incomplete: string | undefined
}

async function readAllPages(
  connector: Connector,
  client: ProviderClient,
  request: { objectName: string; since?: string },
): Promise<Whole> {
  const ids: string[] = []
  let bare = 0
  let incomplete: string | undefined
  let cursor: string | undefined
  for (let pages = 0; pages < maxPages; pages++) {
    const page: ReadPage = await connector.read(client, { ...request, fieldNames: [], cursor })
    ids.push(...page.records.map(({ id }) => id))
    bare += page.records.filter(({ raw }) => !Object.hasOwn(raw, contentOfRecord)).length
    incomplete = page.incomplete ?? incomplete
    cursor = page.next
    if (cursor === undefined) return { ids, bare, incomplete }
  }
  return { ids, bare, incomplete: 'The read does not end.' }
}

const toRejectedVerdict = (error: unknown): EvidenceVerdict => {
  if (!(error instanceof ProviderError)) throw error
  return { outcome: 'refused', reason: error.message }
}

/** Returns the call of a read, if the specification is sufficient. */
function findListCall(provider: SpecifiedProvider, reading: Reading) {
  if (reading.graphql) return provider.findOperation('QUERY', reading.graphql.field)
  const path = reading.path.replaceAll(/\{\{\w+\}\}/g, 'acme')
  const operation = provider.findOperation(reading.method ?? 'GET', path)
  if (reading.job) return operation?.job && operation
  return operation && operation.list !== undefined && operation.list !== null
    ? operation
    : undefined
}

async function readSpecified(
  connector: Connector,
  { name, read }: ResolvedObject,
  { operations }: Spec,
): Promise<EvidenceVerdict | undefined> {
  const provider = new SpecifiedProvider({ operations })
  const reading = requireValue(read)
  const operation = findListCall(provider, reading)
  if (!operation) return undefined
  try {
    const { ids, bare, incomplete } = await readAllPages(connector, provider, { objectName: name })
    if (operation.brief && bare > 0) {
      return { outcome: 'cut', reason: `${bare} records contain only their ID.` }
    }
    if (incomplete !== undefined) return { outcome: 'incomplete', reason: incomplete }
    const met = reading.id === undefined ? ids.length : new Set(ids).size
    const expected = operation.single ? 1 : recordsEach
    if (met >= expected || typeof reading.hides === 'string')
      return { outcome: 'whole', level: 'spec' }
    return { outcome: 'cut', reason: `${met} of ${expected} records were read.` }
  } catch (error) {
    return toRejectedVerdict(error)
  }
}

async function readChanges(
  connector: Connector,
  { name, changes }: ResolvedObject,
  { operations }: Spec,
): Promise<EvidenceVerdict | undefined> {
  const provider = new SpecifiedProvider({ operations })
  if (!findListCall(provider, requireValue(changes))) return undefined
  try {
    await connector.read(provider, {
      objectName: name,
      fieldNames: [],
      since: '2026-01-01T00:00:00Z',
    })
    return { outcome: 'accepted', level: 'spec' }
  } catch (error) {
    return toRejectedVerdict(error)
  }
}

async function searchSpecified(
  connector: Connector,
  { name, read, rules }: ResolvedObject,
  { operations }: Spec,
): Promise<EvidenceVerdict | undefined> {
  if (!findListCall(new SpecifiedProvider({ operations }), requireValue(read))) return undefined
  for (const fieldName of Object.keys(rules.search?.names ?? {})) {
    try {
      await requireValue(connector.search)(new SpecifiedProvider({ operations }), {
        objectName: name,
        fieldNames: [],
        filters: [{ fieldName, value: 'ana@acme.test' }],
      })
    } catch (error) {
      return toRejectedVerdict(error)
    }
  }
  return { outcome: 'accepted', level: 'spec' }
}

function getIdPlace({ read }: ResolvedObject): string {
  const id = read?.ids && composeId(read.ids, () => 'x1')
  return typeof id === 'string' ? id : 'x1'
}

async function writeSpecified(
  connector: Connector,
  object: ResolvedObject,
  { type, spec }: { type: Written; spec: Spec },
): Promise<EvidenceVerdict | undefined> {
  const provider = new SpecifiedProvider(spec)
  const sending = requireValue(object.writes[type])
  const path = sending.path.replaceAll(/\{\{?\w+\}?\}/g, 'x1')
  const operation = sending.graphql
    ? provider.findOperation('MUTATION', sending.graphql.mutation)
    : provider.findOperation(sending.method, path)
  if (!operation) return undefined
  const { body } = operation
  if (type !== 'delete' && !body && !operation.graphql) return undefined
  const wanted = [...new Set([...(body?.required ?? []), ...(body?.keys ?? []).slice(0, 3)])]
  const prefix = body?.wrap === undefined ? '' : `${body.wrap}.`
  // The entry sends constants, and the ID.
  const names = wanted.filter(
    (name) =>
      !Object.hasOwn(body?.constants ?? {}, prefix + name) &&
      (sending.idIn === undefined || sending.idIn !== prefix + name),
  )
  const places = [...sending.path.replaceAll(/\{\{\w+\}\}/g, '').matchAll(/\{(\w+)\}/g)].map(
    ([, place]) => requireValue(place),
  )
  const top = names.map((name) => requireValue(name.split('.')[0]))
  const fields = Object.fromEntries([...top, ...places].map((name) => [name, `${name} of ours`]))
  const [result] = await requireValue(connector.writing)
    .write(provider, {
      objectName: object.name,
      type,
      records: [
        {
          fields: type === 'delete' ? {} : fields,
          ...(type !== 'create' && { id: getIdPlace(object) }),
        },
      ],
    })
    .catch((error: unknown) => {
      if (error instanceof ProviderError) return [{ success: false as const, error }]
      throw error
    })
  if (!result) return undefined
  if (!result.success) return toRejectedVerdict(result.error)
  const made = parseIdTemplate(operation.replyId)
  const expected = made ? composeId(made, () => createdId) : createdId
  if (type === 'create' && operation.replyId !== undefined && result.recordId !== expected) {
    return { outcome: 'refused', reason: `The ID of what was created is at ${operation.replyId}.` }
  }
  return { outcome: 'accepted', level: 'spec' }
}

/** Replays recordings of the provider; undefined if there are none with records. */
async function replayAll(
  connector: Connector,
  recordings: readonly (readonly RecordedReply[])[],
): Promise<EvidenceVerdict | undefined> {
  let hasRecords = false
  for (const recording of recordings) {
    try {
      const pages = await replayRecording(connector, recording)
      hasRecords ||= pages.some(({ records }) => records.length > 0)
    } catch (error) {
      return { outcome: 'refused', reason: asReplayError(error).message }
    }
  }
  return hasRecords ? { outcome: 'whole', level: 'samples' } : undefined
}

/** Replays samples of single pages of the provider; undefined if there are none with records. */
async function replay(
  connector: Connector,
  { name, read }: ResolvedObject,
  { pages, parent }: { pages: readonly RecordedPage[]; parent: Reading | undefined },
): Promise<EvidenceVerdict | undefined> {
  const reading = requireValue(read)
  let hasRecords = false
  for (const { body, headers = {}, expected, since, contents } of pages) {
    let isFirst = true
    let isParent = parent !== undefined
    const client: ProviderClient = {
      metadata: new SpecifiedProvider({ operations: {} }).metadata,
      request: ({ path }) => {
        if (!isFirst && reading.fetch) {
          const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
          const content = contents?.[id]
          return Promise.resolve({ status: content ? 200 : 404, headers: {}, body: content })
        }
        if (isParent && parent) {
          isParent = false
          return Promise.resolve({ status: 200, headers: {}, body: wrapOne(parent) })
        }
        isFirst = false
        return Promise.resolve({ status: 200, headers: lowerCased(headers), body })
      },
    }
    try {
      const count = countAt(body, reading)
      if (reading.fetch && count > 0 && !contents) continue
      const page = await connector.read(client, { objectName: name, fieldNames: [] })
      if (count === 0) continue
      hasRecords = true
      const isCounted =
        since || expected?.records === undefined || page.records.length >= expected.records
      if (!isCounted) {
        return {
          outcome: 'cut',
          reason: `${page.records.length} of ${expected?.records} recorded records are read.`,
        }
      }
      const isUntimed =
        reading.updated &&
        page.records.every(({ updatedTime, raw }) => updatedTime === undefined && hasOtherTime(raw))
      if (isUntimed) {
        return {
          outcome: 'refused',
          reason: `Recorded records have no time at ${reading.updated?.field}.`,
        }
      }
      const { style } = reading.paging
      const isNumbered = style === 'page' || style === 'offset' || style === 'lastId'
      if (page.incomplete !== undefined && page.next === undefined && expected?.next) {
        return { outcome: 'incomplete', reason: page.incomplete }
      }
      if (expected?.next === true && page.next === undefined && !isNumbered) {
        return { outcome: 'cut', reason: 'The next page of a recorded reply is not asked for.' }
      }
    } catch (error) {
      return toRejectedVerdict(error)
    }
    if (isFirst) return undefined
  }
  return hasRecords ? { outcome: 'whole', level: 'samples' } : undefined
}

/** A list with one record, below which a recorded list is. */
function wrapOne({ records, id }: Reading): unknown {
  const record = {}
  if (id !== undefined) setAtDotPath(record, id, 'p1')
  if (records === '') return [record]
  const reply = {}
  setAtDotPath(reply, records, [record])
  return reply
}

const hasOtherTime = (raw: Record<string, unknown>) =>
  Object.keys(raw).some((name) => /updat|modif/i.test(name))

const countAt = (body: unknown, { records }: Reading) => {
  const list = getAtDotPath(body, records)
  return Array.isArray(list) ? list.length : 0
}

const lowerCased = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String([value].flat()[0])]),
  )

/** Returns the levels of objects that were read completely and of writes that were accepted. */
export function collectLevels(scores: readonly ObjectScore[]): Record<string, ProviderLevels> {
  const all: Record<string, ProviderLevels> = {}
  for (const { provider, object, action, verdict } of scores) {
    if (!verdict || !('level' in verdict)) continue
    const { level } = verdict
    const of = (all[provider] ??= { sources: {}, objects: {} })
    of.sources[level] ??= getSource(provider, level)
    ;(of.objects[object] ??= {})[action] = level
  }
  return all
}

function getSource(provider: string, level: 'spec' | 'samples'): { source: string; date: string } {
  const like = getEntryFile(requireValue(catalogue[provider]))?.like
  if (level === 'samples') {
    const { pages, replies } = readRecordings(like ?? provider)
    const own = replies.find(({ source }) => source)?.source
    if (own && pages.length === 0) return own
    return { source: 'sample replies of an MIT-licensed connector library', date: '2026-08' }
  }
  const { sources, version, retrieved } = requireValue(readSpec(like ?? provider))
  return {
    source: `${sources[0] ?? 'vendor specification'}: ${version}`.slice(0, 160),
    date: retrieved,
  }
}
