import {
  ProviderError,
  type Connector,
  type ProviderClient,
  type ProviderRecord,
  type ReadRequest,
} from '@platform/connector'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import type { ResolvedWrite } from '../calls/resolve.ts'
import type { Declaration } from '../schema/entry.ts'
import {
  ResolvedObjects,
  reportsModificationTimes,
  type Reading,
  type ResolvedObject,
} from '../calls/resolve.ts'
import { findFaultsByIds, findFaultsOfReplies } from './rehearse-replies.ts'
import { rehearseAppWebhooks } from './rehearse-app-webhooks.ts'
import { rehearseSubscribing } from './rehearse-subscribing.ts'
import { DeclaredStandIn } from './stand-in.ts'
import type { StandIns } from './serve.ts'

/** Maximum number of pages of a read, unless it has many pieces. */
const maxPages = 30
const maxPieces = 3_000

interface Rehearsal {
  name: string
  /** The entry that the engine uses. */
  declaration: Declaration
  /** The entry that the provider follows; the same unless a test adds a fault. */
  actual?: Declaration
  standIns: StandIns
  objectNames?: readonly string[]
}

/**
 * Tests a provider's entry: reads, resumed reads, changes, rejections, writes. Returns the failed
 * expectations.
 */
export async function rehearse({
  name,
  declaration,
  actual = declaration,
  standIns,
  objectNames,
}: Rehearsal): Promise<string[]> {
  const standIn = new DeclaredStandIn(actual)
  standIns.add(name, standIn)
  const objects = new ResolvedObjects(declaration)
  const connector = makeDeclaredConnector(name, declaration)
  // A file with an empty list of objects can only be connected.
  if (!connector) return []
  const problems: string[] = []
  let hasRefused = false
  for (const objectName of objectNames ?? objects.names) {
    const object = objects.get(objectName)
    const client = standIns.client(name, objectName)
    const play = { name, object, client, connector, standIn, standIns, actual }
    const found = [
      ...(object.read
        ? await attempt(() => reads({ ...play, reading: requireValue(object.read) }))
        : []),
      ...(await attempt(() => rehearseReplies(play, declaration))),
      ...(object.read && !hasRefused ? await attempt(() => rejects(play)) : []),
      ...(await attempt(() => writes(play))),
    ]
    hasRefused ||= object.read !== undefined
    problems.push(...found.map((problem) => `${objectName}: ${problem}`))
  }
  const about = {
    name,
    declaration,
    objects,
    connector,
    client: standIns.client(name),
    standIn,
    standIns,
  }
  problems.push(
    ...(await attempt(() => rehearseSubscribing(about))),
    ...(await attempt(() => rehearseAppWebhooks(about))),
  )
  return problems
}

interface Play {
  name: string
  object: ResolvedObject
  client: ProviderClient
  connector: Connector
  standIn: DeclaredStandIn
  standIns: StandIns
  actual: Declaration
}

async function rehearseReplies(play: Play, declaration: Declaration): Promise<string[]> {
  const { read: reading } = play.object
  if (!reading) return []
  return [
    ...(await findFaultsByIds({ ...play, reading, declaration })),
    ...(await findFaultsOfReplies({ ...play, reading, declaration })),
  ]
}

async function attempt(play: () => Promise<string[]>): Promise<string[]> {
  try {
    return await play()
  } catch (error) {
    return [error instanceof ProviderError ? `${error.failure}: ${error.message}` : String(error)]
  }
}

async function readAllPieces(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
  max = maxPieces,
) {
  const pages = []
  let cursor: string | undefined
  do {
    const page = await connector.read(client, { ...request, cursor })
    pages.push(page)
    cursor = page.next
    if (pages.length > max) throw new Error('the read does not end')
  } while (cursor !== undefined)
  return { pages, records: pages.flatMap(({ records }) => records) }
}

const sortIds = (records: readonly ProviderRecord[]) => records.map(({ id }) => id).toSorted()

async function reads({
  object,
  client,
  connector,
  standIn,
  reading,
}: Play & { reading: Reading }): Promise<string[]> {
  const problems: string[] = []
  const { name: objectName } = object
  const hasIds = reading.id !== undefined
  const whole: ReadRequest = { objectName, fieldNames: [], pageSize: 3 }
  const expected = standIn
    .listKept(objectName)
    .map(({ id }) => id)
    .toSorted()

  const isInPieces =
    reading.window !== undefined || reading.variants !== undefined || reading.parent !== undefined
  const max = isInPieces ? maxPieces : maxPages
  const { pages, records } = await readAllPieces(connector, client, whole, max)
  const isWhole = hasIds
    ? sortIds(records).join() === expected.join()
    : records.length === expected.length
  if (!isWhole) problems.push(`a read returns ${sortIds(records).join()} of ${expected.join()}`)
  if (reading.paging.style !== 'none' && pages.length < 2)
    problems.push('the page size is not sent')
  if (pages[0]?.asOf === undefined) problems.push('the first page has no time')
  const time = reading.updated ?? reading.version
  if (time && records.some(({ updatedTime }) => updatedTime === undefined)) {
    problems.push(`no record has its modification time at ${time.field}`)
  }

  const [first, second] = pages
  if (first?.next !== undefined && second) {
    const again = await connector.read(client, { ...whole, cursor: first.next })
    if (sortIds(again.records).join() !== sortIds(second.records).join()) {
      problems.push('a resumed read returns another page')
    }
  }

  const kept = standIn.listKept(objectName)
  const since = new Date(requireValue(kept[Math.min(3, kept.length - 1)]).changedMs).toISOString()
  const changed = kept.filter(({ changedMs }) => changedMs >= Date.parse(since)).map(({ id }) => id)
  const { records: later } = await readAllPieces(connector, client, { ...whole, since })
  const hasTimes = reportsModificationTimes(object) || reading.version !== undefined
  const wanted = hasTimes ? changed : expected
  if (hasIds && sortIds(later).join() !== wanted.toSorted().join()) {
    problems.push(`with a start time it returns ${sortIds(later).join()} of ${wanted.join()}`)
  }

  if (hasIds && reading.paging.style !== 'none') {
    let cursor: string | undefined
    const seen = new Set<string>()
    do {
      const page = await connector.read(client, { ...whole, cursor })
      for (const { id } of page.records) seen.add(id)
      if (cursor === undefined) standIn.change(objectName, requireValue(kept[0]).id)
      cursor = page.next
    } while (cursor !== undefined)
    // A list that is always sorted by change returns the changed record to the next read.
    const isSorted = reading.newestFirst && Object.keys(reading.newestFirst).length === 0
    const least = expected.length - (isSorted ? 1 : 0)
    if (seen.size < least) problems.push('a change during the read loses records')
  }

  const { style } = reading.paging
  if (
    !isInPieces &&
    reading.job === undefined &&
    first?.next !== undefined &&
    style !== 'offset' &&
    style !== 'page' &&
    style !== 'lastId'
  ) {
    standIn.loseCursors()
    const lost: unknown = await connector
      .read(client, { ...whole, cursor: first.next })
      .catch((error: unknown) => error)
    const isGone = lost instanceof ProviderError && lost.failure === 'cursor-gone'
    if (!isGone) problems.push('an expired cursor is not reported')
  }

  const { fields } = await connector.describeObject(client, objectName).catch((error: unknown) => {
    if (error instanceof ProviderError && error.status === 404) return { fields: undefined }
    throw error
  })
  const isDescribed = fields && Object.keys(fields).length > 0
  if (!isDescribed && requireValue(standIn.objects.get(objectName).read) && fields)
    problems.push('the fields are not described')
  const named = time?.field
  if (fields && named !== undefined && !named.includes('.') && !Object.hasOwn(fields, named)) {
    problems.push(`the field ${named} is not described`)
  }
  return problems
}

const refusals = [
  [401, {}, 'credentials'],
  [403, {}, 'permission'],
  [400, { message: 'no' }, 'bad-request'],
  [429, {}, 'rate-limit'],
  [500, {}, 'unavailable'],
  [503, '<html>Busy</html>', 'unavailable'],
  [200, '<html>Maintenance</html>', 'unavailable'],
] as const

async function rejects({ name, object, client, connector, standIns }: Play): Promise<string[]> {
  const problems: string[] = []
  const request: ReadRequest = { objectName: object.name, fieldNames: [] }
  const answerRejection = async (reply: {
    status: number
    body?: unknown
    text?: string
    headers?: Record<string, string>
  }) => {
    standIns.disturb(name, () => reply)
    const error: unknown = await connector
      .read(client, request)
      .catch((refusal: unknown) => refusal)
    standIns.disturb(name, undefined)
    return error instanceof ProviderError ? error : undefined
  }
  for (const [status, body, failure] of refusals) {
    const error = await answerRejection(
      typeof body === 'string' ? { status, text: body } : { status, body },
    )
    if (error?.failure !== failure)
      problems.push(`${status} means ${String(error?.failure)}, not ${failure}`)
  }
  const later = await answerRejection({ status: 429, body: {}, headers: { 'retry-after': '7' } })
  if (later?.retryAfterMs !== 7_000) problems.push('Retry-After is ignored')
  const cut = await answerRejection({
    status: 200,
    text: '{"data":[{"id":',
    headers: { 'content-type': 'application/json' },
  })
  if (cut?.failure !== 'unavailable') problems.push('a truncated reply is accepted')
  return problems
}

async function writes({
  name,
  object,
  client,
  connector,
  standIn,
  standIns,
}: Play): Promise<string[]> {
  const problems: string[] = []
  const { name: objectName, writes: rules, read: reading } = object
  const { writing } = connector
  if (!writing) return problems
  const text = 'Written by us'
  const fieldName = pickField(rules.create)
  const path = rules.create?.path ?? ''
  const needed = [...path.replaceAll(/\{\{\w+\}\}/g, '').matchAll(/\{(\w+)\}/g)].map(([, one]) =>
    requireValue(one),
  )
  const fields = { [fieldName]: text, ...Object.fromEntries(needed.map((one) => [one, 'acme'])) }

  let id = requireValue(standIn.listKept(objectName).slice(0, 2).at(-1)).id
  if (rules.create) {
    const [result] = await writing.write(client, {
      objectName,
      type: 'create',
      records: [{ fields }],
    })
    if (!result?.success) problems.push(`create: ${result?.error.message ?? 'no result'}`)
    else if (rules.create.recordId !== undefined && result.recordId === undefined) {
      problems.push(`create: the reply has no ID at ${rules.create.recordId}`)
    }
    const created = standIn.listKept(objectName).at(-1)
    if (created?.fields[fieldName] !== text)
      problems.push('create: the record does not reach the provider')
    else if (result?.success) {
      if (result.recordId !== undefined && result.recordId !== created.id)
        problems.push('create: the ID is wrong')
      id = created.id
    }
    if (reading?.id !== undefined && created) {
      const { records } = await readAllPieces(connector, client, {
        objectName,
        fieldNames: [fieldName],
        pageSize: 3,
      })
      const back = records.find((one) => one.id === created.id)
      if (back?.raw === undefined || connector.fieldValue(back.raw, fieldName) !== text) {
        problems.push('the created record is not read back')
      }
    }
  }
  if (rules.update) {
    const changed = 'Changed by us'
    const changedName = pickField(rules.update)
    const [result] = await writing.write(client, {
      objectName,
      type: 'update',
      records: [{ id, fields: { [changedName]: changed } }],
    })
    if (!result?.success) problems.push(`update: ${result?.error.message ?? 'no result'}`)
    if (standIn.listKept(objectName).find((one) => one.id === id)?.fields[changedName] !== changed)
      problems.push('update: the change does not reach the provider')
    standIns.disturb(name, () => ({ status: 204 }))
    const [silent] = await writing.write(client, {
      objectName,
      type: 'update',
      records: [{ id, fields: { [changedName]: changed } }],
    })
    standIns.disturb(name, undefined)
    if (!silent?.success) problems.push('update: a reply without content (204) is a failure')
  }
  for (const type of ['update', 'delete'] as const) {
    if (rules[type])
      problems.push(...(await keepsToItsPath({ object, client, connector, standIns }, type)))
  }
  if (rules.delete) {
    for (const time of ['once', 'twice']) {
      const [result] = await writing.write(client, {
        objectName,
        type: 'delete',
        records: [{ id, fields: {} }],
      })
      if (!result?.success) problems.push(`delete ${time}: ${result?.error.message ?? 'no result'}`)
    }
    if (standIn.listKept(objectName).some((one) => one.id === id))
      problems.push('delete: the record is still there')
  }
  return problems
}

/** Returns the name of a field that the provider takes, but does not know. */
function pickField(sending: ResolvedWrite | undefined): string {
  const own = Object.entries(sending?.graphql?.arguments ?? {})
  return own.find(([, type]) => !type.startsWith('ID'))?.[0] ?? 'note_of_ours'
}

const hostileIds = [
  '..',
  '../../admin',
  'a/b',
  '1?x=1',
  '1#x',
  '%2e%2e',
  String.raw`..\admin`,
  '1\r\nX: 1',
]

/** Whatever an ID contains, the request must stay within the entry's path. */
async function keepsToItsPath(
  {
    object,
    client,
    connector,
    standIns,
  }: Pick<Play, 'object' | 'client' | 'connector' | 'standIns'>,
  type: 'update' | 'delete',
): Promise<string[]> {
  const sending = requireValue(object.writes[type])
  const depth = sending.path.split('/').length
  const problems: string[] = []
  for (const id of hostileIds) {
    const before = standIns.requests.length
    await requireValue(connector.writing)
      .write(client, {
        objectName: object.name,
        type,
        records: [{ id, fields: { [pickField(sending)]: 'x' } }],
      })
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error
      })
    const strayed = standIns.requests
      .slice(before)
      .some(({ path }) => path.split('/').length !== depth || /(?:^|\/)\.{1,2}(?:\/|$)/.test(path))
    if (strayed) problems.push(`${type}: the ID ${JSON.stringify(id)} leads elsewhere`)
  }
  return problems
}
