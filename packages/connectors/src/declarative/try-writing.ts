import type { ProviderRecord } from '@platform/connector'
import type { EntryFinding } from '@platform/contract'
import { nextPosition } from './reading/position.ts'
import type { Position } from './reading/position-state.ts'
import { hasValue, listsToSample } from './reading/read.ts'
import type { Reading } from './calls/resolve.ts'
import { declareWriting } from './write.ts'
import { readClockMs } from '../clock.ts'
import {
  type ObjectTrial,
  makePassed,
  makeFailed,
  makeUnproven,
  TrialRefusal,
  describeRejection,
  runStep,
  type TrialPage,
  readTrialPage,
} from './trial.ts'

export async function tryWriting(
  { provider, client, object }: ObjectTrial,
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
    throw new TrialRefusal(
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
  trial: ObjectTrial,
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
        const page: TrialPage = await readTrialPage(trial, list, { position, ...since })
        const back = page.records.find((one) => one.id === id)
        if (back) return back
        position = nextPosition(list.paging, position, page)
      }
    }
  }
  return undefined
}
