import type { Schemas } from '@platform/client'
import { command } from '../command.ts'
import { accountOptions } from '../target/account.ts'
import { findInstallationOfCustomer } from '../target/installation-of-customer.ts'
import { targetNotes, requireTarget, targetOptions } from '../target/target.ts'
import { CommandError, painter, print, printable } from '../terminal/terminal.ts'
import { timeOption, timesRead } from '../terminal/time-option.ts'

export const recordsList = command({
  name: 'records list',
  summary: 'List the current records of an object with keepRecords, the earliest delivery first.',
  argument: { name: 'integration', description: 'Name or ID of the integration.', isNeeded: true },
  options: {
    ...accountOptions,
    object: {
      type: 'string',
      value: 'NAME',
      description: 'Name of the object, at the provider or in your product (mapToName).',
    },
    since: {
      type: 'string',
      value: 'TIME',
      description: `Only records delivered after this time: ${timesRead}.`,
    },
    deleted: { type: 'boolean', description: 'Also deleted records, without their content.' },
    limit: { type: 'string', value: 'NUMBER', description: 'At most this many. Default: 50.' },
    json: { type: 'boolean', description: 'Print each record as a line of JSON.' },
    ...targetOptions,
  },
  notes: `Records are stored by the server; the provider is not called. Signed-in users need support access for the installation.\n\n${targetNotes}`,
  async run({ argument: integration, values, terminal }) {
    const { group, instance = '', object, deleted: includeDeleted = false, json } = values
    const limit = Number(values.limit ?? 50)
    if (!integration)
      throw new CommandError('An integration is required. `platform status` lists them.')
    if (!object || !group) throw new CommandError('--object and --group are required.')
    if (!Number.isInteger(limit) || limit < 1)
      throw new CommandError('--limit must be a positive number.')
    const updatedAfter = timeOption('since', values.since)
    const target = await requireTarget(values, terminal)
    const ids = await findInstallationOfCustomer(target, integration, { groupRef: group, instance })
    const paint = painter(terminal, terminal.stdout)

    let left = limit
    let pageToken: string | undefined
    let last: Schemas['KeptRecords']
    do {
      last = await target.client.get(
        '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}/records',
        {
          params: { projectIdOrName: target.project, ...ids, objectName: object },
          query: {
            ...{ pageSize: Math.min(left, 200), includeDeleted },
            ...(updatedAfter && { updatedAfter }),
            ...(pageToken !== undefined && { pageToken }),
          },
        },
      )
      for (const record of last.results) {
        print(terminal.stdout, json ? JSON.stringify(record) : formatRecord(record))
      }
      left -= last.results.length
      pageToken = last.pagination.nextPageToken
    } while (left > 0 && pageToken !== undefined)

    const { keptSince, incomplete } = last
    if (!keptSince) print(terminal.stderr, `No record has been delivered yet. ${readAll}`)
    else if (left === limit) print(terminal.stderr, 'No records match.')
    if (incomplete) {
      const gap = `The list is incomplete since ${incomplete.since}: ${gaps[incomplete.reason]}`
      print(terminal.stderr, paint('yellow', gap))
    }
    return 0
  },
})

const readAll = '`platform trigger` without --since lists existing records.'

const gaps: Record<Schemas['KeptRecordsGap']['reason'], string> = {
  limit: 'the project keeps as much as it may (PLATFORM_LIMIT_KEPT_BYTES).',
  olderVersion: `an older version of the server delivers or delivered records. ${readAll}`,
  unstorableId: 'some records have IDs that cannot be stored.',
}

function formatRecord({
  updateTime,
  id,
  deleted,
  record,
  bytes,
}: Schemas['CurrentRecord']): string {
  const state = deleted ? 'deleted' : record ? describeValues(record) : `${bytes} bytes, not shown`
  return `${updateTime}  ${printable(id)}  ${printable(state)}`
}

/** Longer values are cut. */
const maxLength = 120

function describeValues({ fields, mappedFields }: Schemas['ResultEntry']): string {
  const text = JSON.stringify({ ...fields, ...mappedFields })
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
