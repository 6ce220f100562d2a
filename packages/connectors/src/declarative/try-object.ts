import { ProviderError, type ProviderClient, type ProviderRecord } from '@platform/connector'
import type { EntryFinding } from '@platform/contract'
import type { Declaration } from './entry.ts'
import { describeObject } from './describe.ts'
import { search } from './find.ts'
import { nextPosition, type Arrived, type Position } from './position.ts'
import { providerOf, type Provider } from './provider.ts'
import { hasValue } from './read.ts'
import { recordsOf } from './records.ts'
import { pageRequest } from './request.ts'
import { tellsChanges, type Reading, type ResolvedObject } from './resolve.ts'
import { slackMs } from './times.ts'
import { writingOf } from './write.ts'

/** A few records show as much as many. */
const fewRecords = 3

interface Trial {
  provider: Provider
  client: ProviderClient
  object: ResolvedObject
}

/**
 * Tries what an entry says of one object with the provider itself, and returns a finding for each ability. Nothing is
 * written unless there is a record to write. What it tells is in words of ours and of the entry: no
 * value of a record, of a connection or of a reply.
 */
export async function tryObject(
  declaration: Declaration,
  client: ProviderClient,
  {
    objectName,
    record,
  }: { objectName: string; record?: Readonly<Record<string, unknown>> | undefined },
): Promise<EntryFinding[]> {
  const provider = providerOf('', declaration)
  const object = provider.objects.get(objectName)
  const trial = { provider, client, object }
  return [
    ...(object.read ? await tryReading(trial, object.read) : []),
    ...(record ? await tryWriting(trial, record) : []),
  ]
}

const passed = (ability: EntryFinding['ability'], detail: string): EntryFinding => ({
  ability,
  outcome: 'passed',
  detail,
})
const failed = (ability: EntryFinding['ability'], detail: string): EntryFinding => ({
  ability,
  outcome: 'failed',
  detail,
})
const unproven = (ability: EntryFinding['ability'], detail: string): EntryFinding => ({
  ability,
  outcome: 'unproven',
  detail,
})

/** What went wrong, in words that are safe to hand on. */
class Refused extends Error {}

const refusalOf = ({ failure, status }: ProviderError) =>
  status === undefined ? failure : `${failure}, status ${status}`

/** Carries a step out; how it fails is what was found of it. */
async function found(
  ability: EntryFinding['ability'],
  step: () => Promise<EntryFinding[]>,
): Promise<EntryFinding[]> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Refused) return [failed(ability, error.message)]
    if (error instanceof ProviderError) {
      return [failed(ability, `The provider refused or did not answer (${refusalOf(error)}).`)]
    }
    throw error
  }
}

interface Page extends Arrived {
  records: ProviderRecord[]
}

interface Wish {
  position?: Position
  sinceMs?: number
}

async function pageOf(
  { provider, client, object }: Trial,
  reading: Reading,
  { position = {}, sinceMs }: Wish = {},
): Promise<Page> {
  const { paging } = reading
  const size = paging.style !== 'none' && paging.size ? fewRecords : undefined
  const response = await client.request(
    pageRequest(reading, position, {
      fieldNames: Object.keys(object.rules.fields ?? {}),
      sinceMs,
      untilMs: undefined,
      size,
      headers: provider.declaration.headers ?? {},
      values: client.metadata,
      base: object.base,
    }),
  )
  if (response.status === reading.emptyStatus) return { response, records: [], size }
  try {
    provider.refusals.check(response)
  } catch (error) {
    if (error instanceof ProviderError) throw new Refused(`It was refused (${refusalOf(error)}).`)
    throw error
  }
  try {
    return { response, records: recordsOf(response, reading), size }
  } catch (error) {
    // What the reply is not is said by the names that the entry has for it.
    if (error instanceof ProviderError) throw new Refused(error.message)
    throw error
  }
}

async function tryReading(trial: Trial, reading: Reading): Promise<EntryFinding[]> {
  let first: Page | undefined
  const read = await found('read', async () => {
    first = await pageOf(trial, reading)
    const { length } = first.records
    const where = reading.records === '' ? 'at the top' : `at ${reading.records}`
    return length === 0
      ? [unproven('read', `There is a list ${where}, which is empty.`)]
      : [passed('read', `There is a list of records ${where}, each with an ID.`)]
  })
  if (!first || first.records.length === 0) return read
  const page = first
  return [
    ...read,
    ...(await found('paging', () => tryPaging(trial, reading, page))),
    ...(await found('changes', () => tryChanges(trial, page.records))),
    ...(await found('fields', () => tryFields(trial, page.records))),
    ...(await found('search', () => trySearch(trial, page.records))),
  ]
}

async function tryPaging(trial: Trial, reading: Reading, first: Page): Promise<EntryFinding[]> {
  const { paging } = reading
  if (paging.style === 'none') return [unproven('paging', 'All is said to be in one reply.')]
  if (first.size !== undefined && first.records.length > first.size) {
    const name = paging.size?.param ?? ''
    return [failed('paging', `More records came than \`${name}\` asked for.`)]
  }
  const next = nextPosition(paging, {}, first)
  if (!next) return [unproven('paging', 'There was one page only.')]
  const second = await pageOf(trial, reading, { position: next })
  const seen = new Set(first.records.map(({ id }) => id))
  const repeated = second.records.filter(({ id }) => seen.has(id)).length
  if (repeated > 0) return [failed('paging', 'The second page has records of the first one.')]
  if (second.records.length === 0) return [unproven('paging', 'The second page is empty.')]
  return [passed('paging', `The second page has other records (${paging.style}).`)]
}

async function tryChanges(
  trial: Trial,
  records: readonly ProviderRecord[],
): Promise<EntryFinding[]> {
  const { object } = trial
  const { changes } = object
  if (!changes || !tellsChanges(object)) {
    return [unproven('changes', 'Nothing tells a change: reads compare records with a snapshot.')]
  }
  const findings: EntryFinding[] = []
  const { updated, since } = changes
  const times = records.flatMap(({ updatedTime }) => updatedTime ?? []).map(Date.parse)
  if (updated) {
    findings.push(
      times.length === records.length
        ? passed('changes', `Each record says at ${updated.field} when it was changed.`)
        : failed(
            'changes',
            `Some records do not say at ${updated.field}, as ${updated.format}, when they were changed.`,
          ),
    )
  }
  if (!since) return findings
  // Where no record says its time, nothing has changed from tomorrow on.
  const sinceMs = times.length > 0 ? Math.max(...times) : Date.now() + 86_400_000
  const page = await pageOf(trial, changes, { sinceMs })
  const from = sinceMs - slackMs(since.format) - (updated ? slackMs(updated.format) : 0)
  const isOlder = ({ updatedTime }: ProviderRecord) =>
    updatedTime === undefined ? times.length === 0 : Date.parse(updatedTime) < from
  if (page.records.some(isOlder)) {
    return [...findings, failed('changes', `\`${since.name}\` is not heeded: older records came.`)]
  }
  if (times.length > 0 && page.records.length === 0) {
    const detail = `\`${since.name}\` leaves out a record that was changed at that very time.`
    return [...findings, failed('changes', detail)]
  }
  return [...findings, passed('changes', `\`${since.name}\` leaves out what is older.`)]
}

async function tryFields(
  { provider, client, object }: Trial,
  records: readonly ProviderRecord[],
): Promise<EntryFinding[]> {
  const { fields } = await describeObject(provider, client, object.name)
  const listed = Object.keys(object.rules.fields ?? {})
  const missing = listed.filter((name) =>
    records.every(({ raw }) => provider.fieldValue(raw, name) === undefined),
  )
  const count = Object.keys(fields).length
  if (count === 0) return [unproven('fields', 'Nothing describes its fields.')]
  if (missing.length === 0) return [passed('fields', `${count} fields are described.`)]
  const names = missing.slice(0, 20).join(', ')
  return [unproven('fields', `No record that was looked at has ${names}.`)]
}

async function trySearch(
  { provider, client, object }: Trial,
  [record]: readonly ProviderRecord[],
): Promise<EntryFinding[]> {
  const findings: EntryFinding[] = []
  for (const fieldName of Object.keys(object.rules.search?.names ?? {}).slice(0, 5)) {
    const value = record && provider.fieldValue(record.raw, fieldName)
    if (!record || (typeof value !== 'string' && typeof value !== 'number') || value === '') {
      findings.push(unproven('search', `The record that was looked at has no ${fieldName}.`))
      continue
    }
    const { records } = await search(provider, client, {
      objectName: object.name,
      fieldNames: [],
      filters: [{ fieldName, value }],
      limit: 100,
    })
    findings.push(
      records.some(({ id }) => id === record.id)
        ? passed('search', `A record is found by ${fieldName}.`)
        : failed('search', `A record is not found by its ${fieldName}.`),
    )
  }
  return findings
}

async function tryWriting(
  { provider, client, object }: Trial,
  fields: Readonly<Record<string, unknown>>,
): Promise<EntryFinding[]> {
  const writing = writingOf(provider)
  const { writes, name: objectName, read } = object
  if (!writing || !writes.create) return [unproven('create', 'The entry creates none.')]
  const write = async (type: 'create' | 'update' | 'delete', id?: string) => {
    const [result] = await writing.write(client, {
      objectName,
      type,
      records: [{ fields: type === 'delete' ? {} : fields, ...(id !== undefined && { id }) }],
    })
    if (result?.success) return result
    throw new Refused(result ? `It was refused (${refusalOf(result.error)}).` : 'It has no result.')
  }

  let id: string | undefined
  const findings = await found('create', async () => {
    id = (await write('create')).recordId
    if (id !== undefined)
      return [passed('create', 'A record was created, and the reply contained its ID.')]
    const place = writes.create?.recordId
    const detail =
      place === undefined
        ? 'A record was created. The entry does not say where its ID is, so it stays.'
        : `A record was created, and its ID is not at ${place}: it stays.`
    return [place === undefined ? unproven('create', detail) : failed('create', detail)]
  })
  if (id === undefined) return findings
  const created = id
  if (read) {
    findings.push(
      ...(await found('read', async () => {
        const known = Object.entries(fields).find(([, value]) => typeof value === 'string')
        for (let position: Position | undefined = {}, pages = 0; position && pages < 10; pages++) {
          const page: Page = await pageOf({ provider, client, object }, read, { position })
          const back = page.records.find((one) => one.id === created)
          if (back) {
            const isSame =
              !known || hasValue(provider, back.raw, { fieldName: known[0], value: known[1] })
            return isSame
              ? [passed('read', 'What was created was read back.')]
              : [failed('read', `What was created was read back with another ${known[0]}.`)]
          }
          position = nextPosition(read.paging, position, page)
        }
        return [unproven('read', 'What was created is not among the first records.')]
      })),
    )
  }
  if (writes.update) {
    findings.push(
      ...(await found('update', async () => {
        await write('update', created)
        return [passed('update', 'The record was updated.')]
      })),
    )
  }
  findings.push(
    ...(writes.delete
      ? await found('delete', async () => {
          await write('delete', created)
          return [passed('delete', 'The record was deleted.')]
        })
      : [unproven('delete', 'The entry deletes none, so the record that was created stays.')]),
  )
  return findings
}
