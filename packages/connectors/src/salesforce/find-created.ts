import type {
  CreatedRecords,
  CreatedRequest,
  FindingCreated,
  ProviderClient,
} from '@platform/connector'
import { providerClock, rfc3339 } from '../provider-clock.ts'
import { callSalesforce, completeRows, queryWhole, unreadableSoqlRows } from './query.ts'
import { dateTimeLiteral, formatSoqlLiteral, objectIdentifier, selectLists } from './soql.ts'

/** `CreatedDate` and the time in a reply have whole seconds. */
const clockMarginMs = 3_000
const maxRecords = 2_000

/** Salesforce ends a call after ten minutes. */
export const findCreatedInSalesforce: FindingCreated = {
  find: findCreatedByUser,
  settlesWithinMs: 10 * 60_000,
}

/** Returns the records that the connected user has created, including deleted ones. */
async function findCreatedByUser(
  client: ProviderClient,
  { objectName: name, fieldNames, sinceMsAgo, untilMsAgo }: CreatedRequest,
): Promise<CreatedRecords> {
  const objectName = objectIdentifier(name)
  const { first, further } = selectLists(['CreatedDate', ...fieldNames])
  const askedAt = performance.now()
  const { body: user, response } = await callSalesforce(client, {
    path: '/services/oauth2/userinfo',
  })
  const since = providerClock(response, sinceMsAgo + (performance.now() - askedAt) + clockMarginMs)
  const until = providerClock(response, untilMsAgo - clockMarginMs)
  const soql = [
    `SELECT ${first} FROM ${objectName}`,
    `WHERE CreatedDate >= ${dateTimeLiteral(since)} AND CreatedDate < ${dateTimeLiteral(until)}`,
    `AND CreatedById = ${formatSoqlLiteral(user.user_id)}`,
    `ORDER BY Id LIMIT ${maxRecords + 1}`,
  ].join(' ')
  const listed = await queryWhole(client, soql, { includeDeleted: true })
  if (listed.unreadable > 0) throw unreadableSoqlRows(listed.unreadable)

  const rows = await completeRows(client, {
    rows: listed.rows.slice(0, maxRecords),
    objectName,
    further,
    includeDeleted: true,
  })
  return {
    records: rows.flatMap((raw) => {
      const createdTime = rfc3339(raw.CreatedDate)
      return createdTime === undefined ? [] : [{ id: raw.Id, createdTime, raw }]
    }),
    hasMore: listed.rows.length > maxRecords,
    asOf: providerClock(listed.response, 0),
  }
}
