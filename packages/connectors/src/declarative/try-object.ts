import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
} from '@platform/connector'
import type { EntryFinding } from '@platform/contract'
import { declareAssociating } from './reading/associations.ts'
import type { Declaration } from './schema/entry.ts'
import { describeDeclaredObject } from './describe.ts'
import { checkPage } from './reading/check-page.ts'
import { getAtDotPath } from './calls/dot-path.ts'
import { searchDeclared } from './reading/find.ts'
import { newestPosition, makePiece } from './reading/pieces.ts'
import { nextPosition } from './reading/position.ts'
import type { Arrived, Position } from './reading/position-state.ts'
import { resolveProvider, type DeclarativeProvider } from './provider.ts'
import { hasValue, listsToSample, withContents } from './reading/read.ts'
import { takeRecords } from './reading/records.ts'
import { pageRequest } from './calls/request.ts'
import { reportsModificationTimes, type Reading, type ResolvedObject } from './calls/resolve.ts'
import { slackMs } from './calls/times.ts'
import { parseCount } from './reading/parse-count.ts'
import { totalAt } from './reading/whole.ts'
import { declareWriting } from './write.ts'
import { readClockMs } from '../clock.ts'

/** A few records are sufficient. */
const fewRecords = 3

interface Trial {
  provider: DeclarativeProvider
  client: ProviderClient
  object: ResolvedObject
}

/**
 * Tests an entry's rules for one object with the provider, and returns a finding for each
 * capability. Nothing is written unless there is a record to write. The report contains only fixed
 * texts and those of the entry: no value of a record, connection or reply.
 */
export async function tryObject(
  declaration: Declaration,
  client: ProviderClient,
  {
    objectName,
    record,
  }: { objectName: string; record?: Readonly<Record<string, unknown>> | undefined },
): Promise<EntryFinding[]> {
  const provider = resolveProvider('', declaration)
  const object = provider.objects.get(objectName)
  const trial = { provider, client, object }
  return [
    ...(object.read ? await tryReading(trial, object.read) : []),
    ...(record ? await tryWriting(trial, record) : []),
  ]
}

const makePassed = (ability: EntryFinding['ability'], detail: string): EntryFinding => ({
  ability,
  outcome: 'passed',
  detail,
})
const makeFailed = (ability: EntryFinding['ability'], detail: string): EntryFinding => ({
  ability,
  outcome: 'failed',
  detail,
})
const makeUnproven = (ability: EntryFinding['ability'], detail: string): EntryFinding => ({
  ability,
  outcome: 'unproven',
  detail,
})

/** A failure with a message that is safe to show. */
class Refused extends Error {}

const describeRejection = ({ failure, status }: ProviderError) =>
  status === undefined ? failure : `${failure}, status ${status}`

/** Runs a step and returns its finding. */
async function runStep(
  ability: EntryFinding['ability'],
  step: () => Promise<EntryFinding[]>,
): Promise<EntryFinding[]> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Refused) return [makeFailed(ability, error.message)]
    // No call was made: the message comes from the entry.
    if (error instanceof ProviderError && error.failure === 'unsupported') {
      return [makeFailed(ability, error.message)]
    }
    if (error instanceof ProviderError) {
      return [
        makeFailed(
          ability,
          `The provider refused or did not answer (${describeRejection(error)}).`,
        ),
      ]
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

async function readTrialPage(
  { provider, client, object }: Trial,
  reading: Reading,
  { position = {}, sinceMs }: Wish = {},
): Promise<Page> {
  const { paging } = reading
  const size = paging.style !== 'none' && paging.size ? fewRecords : undefined
  const response = await client.request(
    buildPerAttempt(() =>
      pageRequest(reading, position, {
        fieldNames: Object.keys(object.rules.fields ?? {}),
        sinceMs,
        untilMs: undefined,
        size,
        headers: provider.declaration.headers ?? {},
        values: client.metadata,
        base: object.base,
        piece: makePiece(reading, position.piece ?? newestPosition(reading).piece ?? 0, {
          sinceMs,
          untilMs: undefined,
        }),
      }),
    ),
  )
  if (response.status === reading.emptyStatus) return { response, records: [], size }
  try {
    checkPage(provider, response, reading)
  } catch (error) {
    if (error instanceof ProviderError)
      throw new Refused(`The provider rejected the record (${describeRejection(error)}).`)
    throw error
  }
  try {
    const listed = (await takeRecords(response, reading)).records
    const records = reading.fetch ? listed.slice(0, fewRecords) : listed
    const fieldNames = Object.keys(object.rules.fields ?? {})
    const contents = await withContents(provider, client, { object, reading, fieldNames, records })
    return { response, records: [...contents, ...listed.slice(records.length)], size }
  } catch (error) {
    // Errors describe the reply by the terms of the entry.
    if (error instanceof ProviderError) throw new Refused(error.message)
    throw error
  }
}

async function tryReading(trial: Trial, declared: Reading): Promise<EntryFinding[]> {
  if (declared.job) {
    return [
      makeUnproven(
        'read',
        'The object is read by a job at the provider, which a check does not start.',
      ),
    ]
  }
  let first: Page | undefined
  let reading = declared
  const read = await runStep('read', async () => {
    const { parent } = declared
    for (const list of await listsToSample(trial.provider, trial.client, declared)) {
      reading = list
      first = await readTrialPage(trial, list)
      if (first.records.length > 0) break
    }
    if (!first) return [makeUnproven('read', `The list of ${parent?.object ?? ''} is empty.`)]
    const { length } = first.records
    const where = reading.records === '' ? 'at the top' : `at ${reading.records}`
    return length === 0
      ? [makeUnproven('read', `The list ${where} is empty.`)]
      : [makePassed('read', `The list ${where} contains records, each with an ID.`)]
  })
  if (!first || first.records.length === 0) return read
  const page = first
  return [
    ...read,
    ...tryTotal(reading, page),
    ...(await runStep('paging', () => tryPaging(trial, reading, page))),
    ...(await runStep('changes', () => tryChanges(trial, page.records))),
    ...(await tryAssociations(trial, page.records)),
    ...(await runStep('fields', () => tryFields(trial, page.records))),
    ...(await runStep('search', () => trySearch(trial, page.records))),
  ]
}

/** Compares the number of records in the reply with the records, if the entry declares it. */
function tryTotal(reading: Reading, first: Page): EntryFinding[] {
  const place = totalAt(reading)
  if (place === undefined) return []
  const total = parseCount(getAtDotPath(first.response.body, place))
  if (total === undefined) {
    return [makeUnproven('read', `The reply has no number of records at ${place}.`)]
  }
  const { length } = first.records
  const next = nextPosition(reading.paging, {}, first)
  const isLast = next === undefined || next.short === true
  if (total < length || (isLast && total > length)) {
    return [makeFailed('read', `The number at ${place} differs from the number of records.`)]
  }
  return [makePassed('read', `The number of all records is at ${place}.`)]
}

async function tryPaging(trial: Trial, reading: Reading, first: Page): Promise<EntryFinding[]> {
  const { paging } = reading
  if (paging.style === 'none') return [makeUnproven('paging', 'The entry declares a single page.')]
  if (first.size !== undefined && first.records.length > first.size) {
    const name = paging.size?.param ?? ''
    return [makeFailed('paging', `The provider returned more records than \`${name}\` allows.`)]
  }
  const next = nextPosition(paging, {}, first)
  if (!next || next.short) return [makeUnproven('paging', 'The list had only one page.')]
  const second = await readTrialPage(trial, reading, { position: next })
  const seen = new Set(first.records.map(({ id }) => id))
  const repeated = second.records.filter(({ id }) => seen.has(id)).length
  if (repeated > 0)
    return [makeFailed('paging', 'The second page repeats records of the first page.')]
  if (second.records.length === 0) return [makeUnproven('paging', 'The second page is empty.')]
  return [makePassed('paging', `The second page has different records (${paging.style}).`)]
}

async function tryChanges(
  trial: Trial,
  records: readonly ProviderRecord[],
): Promise<EntryFinding[]> {
  const { object } = trial
  const { changes } = object
  if (!changes || !reportsModificationTimes(object)) {
    const version = object.read?.version
    if (version && records.some(({ updatedTime }) => updatedTime === undefined)) {
      const detail = `Some records have no exact modification time at ${version.field} in the format ${version.format}.`
      return [makeUnproven('changes', detail)]
    }
    const detail = version
      ? `No request selects by the modification time at ${version.field}: reads compare records with a snapshot.`
      : 'The entry has no modification time: reads compare records with a snapshot.'
    return [makeUnproven('changes', detail)]
  }
  const findings: EntryFinding[] = []
  const { updated, since } = changes
  const times = records.flatMap(({ updatedTime }) => updatedTime ?? []).map(Date.parse)
  if (updated) {
    findings.push(
      times.length === records.length
        ? makePassed('changes', `Each record has its modification time at ${updated.field}.`)
        : makeFailed(
            'changes',
            `Some records have no modification time at ${updated.field} in the format ${updated.format}.`,
          ),
    )
  }
  if (!since) return findings
  // If no record contains its time, read since tomorrow: nothing has changed.
  const sinceMs = times.length > 0 ? Math.max(...times) : readClockMs() + 86_400_000
  const page = await readTrialPage(trial, changes, { sinceMs })
  const from = sinceMs - slackMs(since.format) - (updated ? slackMs(updated.format) : 0)
  const isOlder = ({ updatedTime }: ProviderRecord) =>
    updatedTime === undefined ? times.length === 0 : Date.parse(updatedTime) < from
  if (page.records.some(isOlder)) {
    return [
      ...findings,
      makeFailed('changes', `\`${since.name}\` is ignored: the provider returned older records.`),
    ]
  }
  if (times.length > 0 && page.records.length === 0) {
    const detail = `\`${since.name}\` excludes a record that was changed at exactly that time.`
    return [...findings, makeFailed('changes', detail)]
  }
  return [...findings, makePassed('changes', `\`${since.name}\` excludes older records.`)]
}

async function tryAssociations(
  { provider, client, object }: Trial,
  records: readonly ProviderRecord[],
): Promise<EntryFinding[]> {
  const associating = declareAssociating(provider)
  const some = records.slice(0, fewRecords)
  const findings: EntryFinding[] = []
  for (const name of Object.keys(object.rules.associations ?? {})) {
    findings.push(
      ...(await runStep('associations', async () => {
        const request = { objectName: object.name, associations: [name] }
        const reader = await associating?.open(client, request)
        const { byRecord, incomplete } = (await reader?.read(client, some)) ?? {}
        if (incomplete !== undefined) return [makeFailed('associations', describeIncomplete(name))]
        const count = [...(byRecord?.values() ?? [])].flatMap((one) => one[name] ?? []).length
        return count === 0
          ? [makeUnproven('associations', `No checked record is associated with ${name}.`)]
          : [makePassed('associations', `Records are associated with ${name}.`)]
      })),
    )
  }
  return findings
}

const describeIncomplete = (name: string) =>
  `The list of associations with ${name} does not show its end: declare its paging.`

async function tryFields(
  { provider, client, object }: Trial,
  records: readonly ProviderRecord[],
): Promise<EntryFinding[]> {
  const { fields } = await describeDeclaredObject(provider, client, object.name)
  const listed = Object.keys(object.rules.fields ?? {})
  const missing = listed.filter((name) =>
    records.every(({ raw }) => provider.fieldValue(raw, name) === undefined),
  )
  const count = Object.keys(fields).length
  if (count === 0) return [makeUnproven('fields', 'The fields are not described.')]
  if (missing.length === 0) return [makePassed('fields', `${count} fields are described.`)]
  const names = missing.slice(0, 20).join(', ')
  return [makeUnproven('fields', `No checked record has ${names}.`)]
}

async function trySearch(
  { provider, client, object }: Trial,
  [record]: readonly ProviderRecord[],
): Promise<EntryFinding[]> {
  const findings: EntryFinding[] = []
  for (const fieldName of Object.keys(object.rules.search?.names ?? {}).slice(0, 5)) {
    const value = record && provider.fieldValue(record.raw, fieldName)
    if (!record || (typeof value !== 'string' && typeof value !== 'number') || value === '') {
      findings.push(makeUnproven('search', `The checked record has no ${fieldName}.`))
      continue
    }
    const { records } = await searchDeclared(provider, client, {
      objectName: object.name,
      fieldNames: [],
      filters: [{ fieldName, value }],
      limit: 100,
    })
    findings.push(
      records.some(({ id }) => id === record.id)
        ? makePassed('search', `Records can be found by ${fieldName}.`)
        : makeFailed('search', `A record was not found by its ${fieldName}.`),
    )
  }
  return findings
}

async function tryWriting(
  { provider, client, object }: Trial,
  fields: Readonly<Record<string, unknown>>,
): Promise<EntryFinding[]> {
  const writing = declareWriting(provider)
  const { writes, name: objectName, read } = object
  if (!writing || !writes.create)
    return [makeUnproven('create', 'The entry does not support creating records.')]
  const write = async (type: 'create' | 'update' | 'delete', id?: string) => {
    const [result] = await writing.write(client, {
      objectName,
      type,
      records: [{ fields: type === 'delete' ? {} : fields, ...(id !== undefined && { id }) }],
    })
    if (result?.success) return result
    throw new Refused(
      result
        ? `The provider rejected the record (${describeRejection(result.error)}).`
        : 'The write returned no result.',
    )
  }

  const begunAt = readClockMs()
  let id: string | undefined
  const findings = await runStep('create', async () => {
    id = (await write('create')).recordId
    if (id !== undefined)
      return [makePassed('create', 'A record was created, and the reply contained its ID.')]
    const place = writes.create?.recordId
    const detail =
      place === undefined
        ? 'A record was created and not deleted, because the entry does not define where its ID is.'
        : `A record was created and not deleted, because its ID is not at ${place}.`
    return [place === undefined ? makeUnproven('create', detail) : makeFailed('create', detail)]
  })
  if (id === undefined) return findings
  const created = id
  if (read) {
    findings.push(
      ...(await runStep('read', async () => {
        const back = await readBack({ provider, client, object }, { id: created, read, begunAt })
        if (back) {
          const known = Object.entries(fields).find(([, value]) => typeof value === 'string')
          const isSame =
            !known || hasValue(provider, back.raw, { fieldName: known[0], value: known[1] })
          return isSame
            ? [makePassed('read', 'The created record was read back.')]
            : [makeFailed('read', `The created record was read back with a different ${known[0]}.`)]
        }
        return [makeUnproven('read', 'The created record is not among the first records.')]
      })),
    )
  }
  if (writes.update) {
    findings.push(
      ...(await runStep('update', async () => {
        await write('update', created)
        return [makePassed('update', 'The record was updated.')]
      })),
    )
  }
  findings.push(
    ...(writes.delete
      ? await runStep('delete', async () => {
          await write('delete', created)
          return [makePassed('delete', 'The record was deleted.')]
        })
      : [
          makeUnproven(
            'delete',
            'The entry does not support deleting, so the created record remains.',
          ),
        ]),
  )
  return findings
}

/** Pages in which a created record is looked for, per way to read it. */
const maxPages = 10
/** How far the provider's clock may be behind. */
const clockSlackMs = 5 * 60_000

/** Reads the created record: among the changed ones if the provider lists them, or from the start. */
async function readBack(
  trial: Trial,
  { id, read, begunAt }: { id: string; read: Reading; begunAt: number },
): Promise<ProviderRecord | undefined> {
  const { changes } = trial.object
  const ways = [
    ...(changes?.since ? [{ declared: changes, sinceMs: begunAt - clockSlackMs }] : []),
    { declared: read },
  ]
  for (const { declared, ...since } of ways) {
    let pages = 0
    for (const list of await listsToSample(trial.provider, trial.client, declared)) {
      let position: Position | undefined = {}
      for (; position && pages < maxPages; pages++) {
        const page: Page = await readTrialPage(trial, list, { position, ...since })
        const back = page.records.find((one) => one.id === id)
        if (back) return back
        position = nextPosition(list.paging, position, page)
      }
    }
  }
  return undefined
}
