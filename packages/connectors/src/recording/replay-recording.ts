import {
  ProviderError,
  type Connector,
  type ProviderClient,
  type ProviderRequest,
  type ReadPage,
} from '@platform/connector'
import type { RecordedReply } from '@platform/contract'
import { standInValue } from '../declarative/stand-in/match-request.ts'
import { isMembers } from '../members.ts'
import { toRecordedRequest, type ExpectedPage } from './recorded-reply.ts'

/** Values of the connection during a replay: each is the same. */
const replayMetadata: Readonly<Record<string, string>> = new Proxy(
  {},
  {
    get: () => standInValue,
    has: () => true,
    getOwnPropertyDescriptor: () => ({ value: standInValue, enumerable: true, configurable: true }),
  },
)

type Reply = Pick<RecordedReply, 'status' | 'headers' | 'body'>

export interface ReplayedPage {
  page: ReadPage
  requests: ProviderRequest[]
}

/** Reads pages with recorded replies in place of the provider. */
export async function replayPages(
  connector: Connector,
  {
    objectName,
    replies,
    asked = {},
    check,
  }: {
    objectName: string
    replies: readonly Reply[]
    asked?: RecordedReply['asked']
    check?: (request: ProviderRequest, number: number) => void
  },
): Promise<ReplayedPage[]> {
  const pages: ReplayedPage[] = []
  let number = 0
  let requests: ProviderRequest[] = []
  const client: ProviderClient = {
    metadata: replayMetadata,
    request: (request) => {
      const reply = replies[number]
      if (!reply) throw new ReplayError(`${request.path} was requested, but not recorded.`)
      check?.(request, number)
      number++
      requests.push(request)
      const { status, headers = {}, body } = reply
      // A reader may change what it received.
      return Promise.resolve({ status, headers, body: structuredClone(body) })
    },
  }
  const { fieldNames = [], pageSize } = asked
  let cursor: string | undefined
  do {
    requests = []
    const page = await connector.read(client, {
      objectName,
      fieldNames,
      cursor,
      ...(pageSize !== undefined && { pageSize }),
    })
    pages.push({ page, requests })
    cursor = page.next
  } while (cursor !== undefined && number < replies.length)
  return pages
}

/** A recording is read otherwise than expected. */
export class ReplayError extends Error {}

/** Replays a recording. Throws a `ReplayError` if requests, records, IDs, times or end differ. */
export async function replayRecording(
  connector: Connector,
  recording: readonly RecordedReply[],
): Promise<ReadPage[]> {
  const [first] = recording
  if (!first) return []
  const pages = await replayPages(connector, {
    objectName: first.object,
    replies: recording,
    asked: first.asked,
    check: (request, number) => {
      const difference = findDifference(toRecordedRequest(request), recording[number])
      if (difference) throw new ReplayError(`Request ${number + 1} differs: ${difference}.`)
    },
  })
  const expected = recording.flatMap((reply) => reply.expected ?? [])
  for (const [number, { page }] of pages.entries()) {
    const found = toExpectedPage(page)
    if (JSON.stringify(found) !== JSON.stringify(orderMembers(expected[number]))) {
      throw new ReplayError(
        `Page ${number + 1} is read as ${JSON.stringify(found)} instead of ${JSON.stringify(expected[number])}.`,
      )
    }
  }
  if (pages.length !== expected.length) {
    throw new ReplayError(`The read has ${pages.length} pages instead of ${expected.length}.`)
  }
  return pages.map(({ page }) => page)
}

/** Returns what a recording states about a page. */
export function toExpectedPage({ records, next }: ReadPage): ExpectedPage {
  const first = records[0]
  const last = records.at(-1)
  const hasTimes = records.some(({ updatedTime }) => updatedTime !== undefined)
  return {
    records: records.length,
    next: next !== undefined,
    ...(first && last && { ids: [first.id, last.id] }),
    ...(first &&
      last &&
      hasTimes && { times: [first.updatedTime ?? null, last.updatedTime ?? null] }),
  }
}

const orderMembers = (page: ExpectedPage | undefined) =>
  page && {
    records: page.records,
    next: page.next,
    ...(page.ids && { ids: page.ids }),
    ...(page.times && { times: page.times }),
  }

type Recorded = ReturnType<typeof toRecordedRequest>

/** Returns how a request differs from the recorded one, except in times that depend on the clock. */
function findDifference(request: Recorded, recorded: Recorded | undefined): string | undefined {
  if (!recorded) return 'it was not recorded'
  if (request.method !== recorded.method || request.path !== recorded.path) {
    return `${request.method} ${request.path} instead of ${recorded.method} ${recorded.path}`
  }
  for (const [where, one, other] of [
    ['query', request.query, recorded.query],
    ['body', request.requestBody, recorded.requestBody],
  ] as const) {
    const [texts, others] = [flattenValues(one), flattenValues(other)]
    const names = new Set([...texts.keys(), ...others.keys()])
    for (const name of names) {
      const [text, wanted] = [texts.get(name), others.get(name)]
      if (text === undefined || wanted === undefined || !isSameExceptTimes(text, wanted)) {
        return `${name} in the ${where} is ${text ?? 'absent'} instead of ${wanted ?? 'absent'}`
      }
    }
  }
  return undefined
}

const time = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*)?|\b1\d{9}(?:\d{3})?\b/g
const isSameExceptTimes = (one: string, other: string) =>
  one.replaceAll(time, '') === other.replaceAll(time, '')

function flattenValues(
  value: unknown,
  prefix = '',
  into = new Map<string, string>(),
): Map<string, string> {
  if (isMembers(value) || Array.isArray(value)) {
    for (const [name, member] of Object.entries(value)) {
      flattenValues(member, prefix === '' ? name : `${prefix}.${name}`, into)
    }
  } else if (value !== undefined) into.set(prefix, String(value))
  return into
}

/** Returns the recordings of a file, each as a list of replies. */
export const recordingsIn = (replies: readonly RecordedReply[]): RecordedReply[][] => [
  ...Map.groupBy(replies, ({ recording }) => recording).values(),
]

/** Converts an error of a replay; others are thrown. */
export function asReplayError(error: unknown): ReplayError {
  if (error instanceof ReplayError) return error
  if (error instanceof ProviderError) return new ReplayError(error.message, { cause: error })
  throw error
}
