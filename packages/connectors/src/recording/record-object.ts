import {
  type CatalogueEntry,
  type Connector,
  type ProviderClient,
  type ProviderRequest,
  type ProviderResponse,
  type ReadPage,
} from '@platform/connector'
import type { RecordedReply } from '@platform/contract'
import { getEntryFile } from '../catalogue/catalogue.ts'
import { getAtDotPath } from '../declarative/calls/dot-path.ts'
import { pickDeclaration } from '../declarative/schema/entry.ts'
import { ResolvedObjects, type Reading } from '../declarative/calls/resolve.ts'
import { standInValue } from '../declarative/stand-in/match-request.ts'
import { isMembers } from '../members.ts'
import { requireValue } from '../require-value.ts'
import { NotRecordable } from './not-recordable.ts'
import { toRecordedReply, toRecordedRequest } from './recorded-reply.ts'
import { ReplyRedaction, type RedactedReply } from './redact-replies.ts'
import {
  asReplayError,
  toExpectedPage,
  replayPages,
  type ReplayedPage,
} from './replay-recording.ts'

/** Fields to request of providers that return only requested ones. */
const maxFields = 20

export interface Recorded {
  replies: RecordedReply[]
  records: number
  /** Whether the list was recorded to its end. */
  ended: boolean
}

interface Wanted {
  objectName: string
  /** Identifies the recording in its file. */
  recording: string
  source: { source: string; date: string }
  pageSize: number
  maxPages: number
  maxBytes: number
  /** Reports whether the text contains a credential. */
  containsSecret(text: string): boolean
  pause(): Promise<void>
  /** Entry of the catalogue, whose words are no values of customers. Defaults to the entry itself. */
  known?: CatalogueEntry
}

/**
 * Records pages of an object as the connector reads them, and redacts them. The requests in the
 * recording are those that the connector sends for the redacted replies: they contain nothing of
 * the original ones. Throws `NotRecordable` if the redacted replies are read otherwise.
 */
export async function recordObject(
  entry: CatalogueEntry,
  client: ProviderClient,
  wanted: Wanted,
): Promise<Recorded> {
  const { objectName, recording, source, pageSize, pause, containsSecret, known = entry } = wanted
  const connector = requireValue(entry.connector)
  const reading = findReading(entry, objectName)
  const fieldNames = await listFields(entry, client, objectName)
  const live = await readLive(connector, client, { ...wanted, fieldNames })

  const redaction = makeRedaction(entry, { live, reading, metadata: client.metadata, known })
  const redacted: RedactedReply[] = []
  for (const { response } of live.exchanges) {
    if (!response) throw new NotRecordable('a request was not answered')
    redacted.push(redaction.reply(response, { isRecord: isOneRecord(response, reading) }))
    await pause()
  }
  const asked = { pageSize, ...(fieldNames.length > 0 && { fieldNames }) }
  const replayed = await replayPages(connector, { objectName, replies: redacted, asked }).catch(
    (error: unknown) => {
      throw new NotRecordable(asReplayError(error).message)
    },
  )
  mustBeRead(live, replayed)

  let number = 0
  const replies = replayed.flatMap(({ page, requests }) =>
    requests.map((request, index): RecordedReply => {
      const isFirst = number === 0
      const reply = toRecordedReply(requireValue(redacted[number++]))
      const { body, ...rest } = reply
      return {
        object: objectName,
        recording,
        ...(isFirst && { source, asked }),
        ...toRecordedRequest(request),
        ...rest,
        ...(index === requests.length - 1 && { expected: toExpectedPage(page) }),
        body,
      }
    }),
  )
  if (containsSecret(JSON.stringify(replies))) {
    throw new NotRecordable('it contains a credential of the connection')
  }
  return {
    replies,
    records: replayed.reduce((sum, { page }) => sum + page.records.length, 0),
    ended: replayed.at(-1)?.page.next === undefined,
  }
}

/** Whether the reply is a record that was requested by its ID. */
const isOneRecord = ({ body }: ProviderResponse, reading: Reading | undefined) =>
  reading?.fetch !== undefined && !Array.isArray(getAtDotPath(body, reading.records))

interface Exchange {
  request: ProviderRequest
  /** Absent if the provider did not answer. */
  response?: ProviderResponse
}

interface Live {
  exchanges: Exchange[]
  pages: { page: ReadPage; requests: number }[]
}

async function readLive(
  connector: Connector,
  client: ProviderClient,
  {
    objectName,
    fieldNames,
    pageSize,
    maxPages,
    maxBytes,
  }: Wanted & { fieldNames: readonly string[] },
): Promise<Live> {
  const exchanges: Live['exchanges'] = []
  const pages: Live['pages'] = []
  const watched: ProviderClient = {
    metadata: client.metadata,
    request: async (request) => {
      // In the order of requests: concurrent ones may be answered in another order.
      const exchange: Exchange = { request }
      exchanges.push(exchange)
      const response = await client.request(request)
      exchange.response = structuredClone(response)
      return response
    },
  }
  let bytes = 0
  let cursor: string | undefined
  do {
    const before = exchanges.length
    const page = await connector.read(watched, { objectName, fieldNames, cursor, pageSize })
    for (const { response } of exchanges.slice(before)) {
      bytes += JSON.stringify(response?.body ?? null).length
    }
    if (bytes > maxBytes && pages.length > 0) {
      exchanges.length = before
      break
    }
    if (bytes > maxBytes) {
      throw new NotRecordable(
        `its first page has more than ${maxBytes / 1000} kB. Record smaller pages`,
      )
    }
    pages.push({ page, requests: exchanges.length - before })
    cursor = page.next
  } while (cursor !== undefined && pages.length < maxPages)
  return { exchanges, pages }
}

/** The rules for reading an object; undefined for a connector in code. */
function findReading(entry: CatalogueEntry, objectName: string): Reading | undefined {
  const file = getEntryFile(entry)
  return file?.objects && new ResolvedObjects(pickDeclaration(file)).get(objectName).read
}

async function listFields(
  entry: CatalogueEntry,
  client: ProviderClient,
  objectName: string,
): Promise<string[]> {
  const declared = getEntryFile(entry)?.objects?.[objectName]
  if (declared) return Object.keys(declared.fields ?? {}).slice(0, maxFields)
  const { fields } = await requireValue(entry.connector).describeObject(client, objectName)
  const standard = Object.entries(fields).filter(([, { isCustom }]) => !isCustom)
  return standard.map(([name]) => name).slice(0, maxFields)
}

function makeRedaction(
  entry: CatalogueEntry,
  {
    live,
    reading,
    metadata,
    known,
  }: {
    live: Live
    reading: Reading | undefined
    metadata: Readonly<Record<string, string>>
    known: CatalogueEntry
  },
): ReplyRedaction {
  const words = new Set<string>()
  addEntryWords(entry, words)
  // A given entry must not decide which values of records are kept.
  const knownWords = new Set<string>()
  addEntryWords(known, knownWords)
  const own = Object.values(metadata).filter((value) => value !== '' && !words.has(value))
  // The first request contains no value of a reply.
  const asked = new Set<string>()
  const first = live.exchanges[0]?.request
  addWords({ path: first?.path, query: first?.query }, asked)
  for (const word of asked) if (!own.some((value) => word.includes(value))) words.add(word)
  const paging = { ...reading?.paging }
  const places = ['from', 'total', 'more', 'last'] as const
  const numbers = places.flatMap((name) => (name in paging ? (paging as Places)[name] : []))
  const headers = [paging]
    .flatMap((one) => (one as Places).from ?? [])
    .filter((place) => place.startsWith('header:'))
  return new ReplyRedaction({
    words,
    ...(known !== entry && { valueWords: knownWords }),
    places: new Set(
      known === entry ? [...numbers, reading?.total].filter((place) => place !== undefined) : [],
    ),
    times: new Set(
      reading?.updated && known === entry
        ? [requireValue(reading.updated.field.split('.').at(-1))]
        : [],
    ),
    headers: headers.map((place) => place.slice('header:'.length).toLowerCase()),
    replaced: new Map(own.map((value) => [value, standInValue])),
  })
}

function addEntryWords(entry: CatalogueEntry, words: Set<string>): void {
  const { objects, defaults } = getEntryFile(entry) ?? {}
  addWords({ objects, defaults }, words)
}

type Places = Partial<Record<'from' | 'total' | 'more' | 'last', string>>

/** Collects names and values of an entry or request: whole and, for paths and lists, in parts. */
function addWords(value: unknown, words: Set<string>): void {
  if (typeof value === 'string') {
    for (const word of [value, ...value.split(/[\s/?&=,.]+/)]) if (word !== '') words.add(word)
  } else if (typeof value === 'number') words.add(String(value))
  else if (Array.isArray(value)) for (const item of value) addWords(item, words)
  else if (isMembers(value)) {
    for (const [name, member] of Object.entries(value)) {
      addWords(name, words)
      addWords(member, words)
    }
  }
}

/** Verifies that the redacted replies are read like the original ones. */
function mustBeRead({ pages }: Live, replayed: readonly ReplayedPage[]): void {
  const differ = (what: string) =>
    new NotRecordable(`without its values, the read has different ${what}`)
  if (pages.length !== replayed.length) throw differ('pages')
  const ids = new Map<string, string>()
  for (const [number, { page, requests }] of pages.entries()) {
    const again = requireValue(replayed[number])
    if (again.requests.length !== requests) throw differ('requests')
    if ((again.page.next === undefined) !== (page.next === undefined)) throw differ('next pages')
    if (again.page.incomplete !== page.incomplete) throw differ('reasons to be incomplete')
    if (again.page.records.length !== page.records.length) throw differ('records')
    for (const [index, { id, updatedTime }] of page.records.entries()) {
      const other = requireValue(again.page.records[index])
      if (other.updatedTime !== updatedTime) throw differ('times of change')
      if ((ids.get(id) ?? other.id) !== other.id) throw differ('IDs')
      ids.set(id, other.id)
    }
  }
  if (new Set(ids.values()).size !== ids.size) throw differ('IDs')
}
