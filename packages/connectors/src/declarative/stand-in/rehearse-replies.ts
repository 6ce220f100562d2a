import { isDeepStrictEqual } from 'node:util'
import {
  ProviderError,
  type Connector,
  type ProviderClient,
  type ReadRequest,
} from '@platform/connector'
import { readByIds } from '../reading/by-id.ts'
import type { Declaration } from '../schema/entry.ts'
import { resolveProvider } from '../provider.ts'
import { selectsFields } from '../calls/request.ts'
import type { Reading, ResolvedObject } from '../calls/resolve.ts'
import type { StandInReply } from './exchange.ts'
import type { StandIns } from './serve.ts'
import { DeclaredStandIn } from './stand-in.ts'

interface Play {
  name: string
  declaration: Declaration
  actual: Declaration
  object: ResolvedObject
  reading: Reading
  connector: Connector
  client: ProviderClient
  standIns: StandIns
}

/** Tests that records read by their IDs are those of the list, with the same members. */
export async function findFaultsByIds(play: Play): Promise<string[]> {
  const { name, declaration, object, reading, connector, client } = play
  if (!reading.byId || reading.id === undefined) return []
  const request = { objectName: object.name, fieldNames: [] }
  const { records } = await connector.read(client, { ...request, pageSize: 3 })
  const wanted = records.slice(0, 3)
  if (wanted.length === 0) return []
  const ids = [...wanted.map(({ id }) => id), 'gone']
  const locators = new Map(
    wanted.flatMap(({ id, locator }) => (locator ? [[id, locator] as const] : [])),
  )
  const [{ locator } = {}] = wanted
  if (locator)
    locators.set('gone', Object.fromEntries(Object.keys(locator).map((part) => [part, 'gone'])))
  const found = await readByIds(resolveProvider(name, declaration), client, {
    ...request,
    ids,
    locators,
  })
  const byId = new Map(found.map((one) => [one.id, one]))
  if (byId.size !== wanted.length) {
    return [`by ID it returns ${[...byId.keys()].join()} of ${ids.join()}`]
  }
  // A list that selects nothing has less than a record.
  const selectsInBody = JSON.stringify(reading.body ?? {}).includes('{fields}')
  if (selectsFields(reading) || selectsInBody || reading.fetch) return []
  return wanted.every(({ id, raw }) => isDeepStrictEqual(byId.get(id)?.raw, raw))
    ? []
    : ['by ID, records have other members than in the list']
}

/** Tests the largest pages, and the replies of an account without records. */
export async function findFaultsOfReplies(play: Play): Promise<string[]> {
  const { name, actual, object, reading, connector, client, standIns } = play
  const request: ReadRequest = { objectName: object.name, fieldNames: [] }
  const problems: string[] = []
  for (const pageSize of [undefined, 100_000]) {
    const size = { ...(pageSize !== undefined && { pageSize }) }
    await connector.read(client, { ...request, ...size })
  }
  if (reading.single) return problems

  const empty = `${name}-without-records`
  standIns.add(empty, new DeclaredStandIn(actual, { count: 0 }))
  const emptyClient = standIns.client(empty, object.name)
  const checkEmpty = async (reply: string, more: Partial<ReadRequest> = {}) => {
    try {
      const { records, incomplete } = await connector.read(emptyClient, { ...request, ...more })
      if (records.length > 0) problems.push(`${reply} has ${records.length} records`)
      const isKnown = connector.hidesRecords?.(object.name) !== undefined
      if (incomplete !== undefined && !isKnown)
        problems.push(`${reply} is incomplete: ${incomplete}`)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      problems.push(`${reply} is rejected: ${error.message}`)
    }
  }
  await checkEmpty('a list without records')
  if (reading.job || reading.parent) return problems

  const answer = (reply: StandInReply) => standIns.disturb(empty, () => reply)
  answer({ status: 204 })
  // GraphQL replies always have data or errors.
  if (!reading.graphql) await checkEmpty('a list without content (204)')
  answer({ status: 304 })
  await checkEmpty('an unchanged list (304)', { since: new Date().toISOString() })
  answer({ status: 200, body: {} })
  if (reading.absentWhenEmpty) await checkEmpty('a list that is absent')
  else {
    const end = await connector.read(emptyClient, request).then(
      ({ incomplete, records }) => incomplete !== undefined && records.length === 0,
      (error: unknown) => error instanceof ProviderError,
    )
    if (!end) problems.push('a reply without the list looks like an empty list')
  }
  standIns.disturb(empty, undefined)
  return problems
}
