import type { ProviderClient, ProviderRecord } from '@platform/connector'
import type { EntryFinding } from '@platform/contract'
import { declareAssociating } from './reading/associations.ts'
import type { Declaration } from './schema/entry.ts'
import { describeDeclaredObject } from './describe.ts'
import { getAtDotPath } from './calls/dot-path.ts'
import { searchDeclared } from './reading/find.ts'
import { nextPosition } from './reading/position.ts'
import { resolveProvider } from './provider.ts'
import { listsToSample } from './reading/read.ts'
import { reportsModificationTimes, type Reading } from './calls/resolve.ts'
import { slackMs } from './calls/times.ts'
import { parseCount } from './reading/parse-count.ts'
import { totalAt } from './reading/whole.ts'
import { readClockMs } from '../clock.ts'
import { tryWriting } from './try-writing.ts'
import {
  fewRecords,
  type ObjectTrial,
  makePassed,
  makeFailed,
  makeUnproven,
  runStep,
  type TrialPage,
  readTrialPage,
} from './trial.ts'

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

async function tryReading(trial: ObjectTrial, declared: Reading): Promise<EntryFinding[]> {
  if (declared.job) {
    return [
      makeUnproven(
        'read',
        'The object is read by a job at the provider, which a check does not start.',
      ),
    ]
  }
  let first: TrialPage | undefined
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
function tryTotal(reading: Reading, first: TrialPage): EntryFinding[] {
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

async function tryPaging(
  trial: ObjectTrial,
  reading: Reading,
  first: TrialPage,
): Promise<EntryFinding[]> {
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
  trial: ObjectTrial,
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
  { provider, client, object }: ObjectTrial,
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
  { provider, client, object }: ObjectTrial,
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
  { provider, client, object }: ObjectTrial,
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
