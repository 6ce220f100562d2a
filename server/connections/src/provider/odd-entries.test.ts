import { ProviderError } from '@platform/connector'
import { catalogue } from '@platform/connectors'
import { providerStandIns } from '@platform/connectors/stand-in'
import { must } from '@platform/kernel/values'
import { listSeeds, pickBy, randomFrom, type Random } from '@platform/testing/seeded'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errors } from './testing/odd-orchard/reply.ts'

/**
 * Entries whose paging is unusual, at providers that answer by their entries and, by seed, oddly. What exists is
 * delivered, or the read is not a success.
 */
const objects: readonly (readonly [provider: string, objectName: string])[] = [
  ['atlassian', 'issues'],
  ['azureDevOps', 'work_items'],
  ['discord', 'guilds'],
  ['dropbox', 'files'],
  ['github', 'blocks'],
  ['googleAds', 'customer'],
  ['gong', 'calls'],
  ['highLevelStandard', 'conversations/search'],
  ['netsuite', 'contact'],
  ['openAI', 'assistants'],
  ['payPal', 'webhooks-events'],
  ['pipedrive', 'mailThreads'],
  ['quickbooks', 'account'],
  ['sageIntacct', 'customers'],
  ['trello', 'cards'],
  ['xero', 'journals'],
  ['zendeskSupport', 'attributes'],
]
const seeds = listSeeds(20)
const maxAttempts = 6
const maxPages = 200

let standIns: Awaited<ReturnType<typeof providerStandIns>>
beforeAll(async () => {
  standIns = await providerStandIns([...new Set(objects.map(([name]) => name))], { count: 11 })
})
afterAll(() => standIns.close())

type Reply = ReturnType<ReturnType<typeof standIns.of>['answer']>

/** Whether a value is an object with members. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces the list of records in a body; undefined if it has none. */
function replaceList(
  body: unknown,
  [name, ...rest]: readonly string[],
  change: (list: readonly unknown[]) => unknown,
): unknown {
  if (name === undefined) return Array.isArray(body) ? change(body) : undefined
  if (!isObject(body)) return undefined
  const replaced = replaceList(body[name], rest, change)
  return replaced === undefined ? undefined : { ...body, [name]: replaced }
}

const beside = (body: unknown, more: object): unknown =>
  isObject(body) ? { ...body, ...more } : body

/** Returns a reply of a provider that has a bad day. */
function spoil(
  random: Random,
  reply: Reply,
  { list, earlier }: { list: readonly string[]; earlier: readonly Reply[] },
): Reply {
  const pick = pickBy(random)
  const named = pick(errors)
  const withList = (change: (records: readonly unknown[]) => unknown) =>
    replaceList(reply.body, list, change) ?? named
  /** Without an envelope, there is no place for an error. */
  const emptied = (value: unknown) => (list.length === 0 ? named : withList(() => value))
  const asText = { 'content-type': 'text/plain' }
  return pick<() => Reply>([
    () => ({ status: pick([500, 502, 503, 520]), body: named }),
    () => ({ status: 429, headers: { 'retry-after': '0' }, body: named }),
    () => ({ status: 200, body: named }),
    () => ({ status: 200, body: beside(emptied(null), named) }),
    () => ({ status: 200, body: beside(emptied([]), named) }),
    () => ({ ...reply, body: withList((records) => [...records, null, { note: 'no ID' }]) }),
    () => ({ ...reply, body: withList(() => 'busy') }),
    () => ({ ...reply, status: pick([202, 206, 207]), body: withList((all) => all.slice(1)) }),
    () => ({ status: 200, text: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } }),
    () => ({ status: 200, text: '', headers: { 'content-type': 'application/json' } }),
    () => ({ status: 200, body: null }),
    () => ({ status: pick([404, 410]), text: 'Not found', headers: asText }),
    // A cache that ignores the page.
    () => earlier.at(-1) ?? reply,
  ])()
}

interface Outcome {
  status: 'success' | 'incomplete' | 'failure'
  ids: readonly string[]
  reason?: string
}

async function readAll(provider: string, objectName: string): Promise<Outcome> {
  const connector = must(catalogue[provider]?.connector, provider)
  const client = standIns.client(provider, objectName)
  const request = { objectName, fieldNames: [], pageSize: 3 }
  let ids: string[] = []
  let cursor: string | undefined
  let incomplete: string | undefined
  let attempts = 0
  for (let pages = 0; pages < maxPages; pages++) {
    try {
      const page = await connector.read(client, { ...request, cursor })
      attempts = 0
      ids.push(...page.records.map(({ id }) => id))
      incomplete = page.incomplete ?? incomplete
      cursor = page.next
      if (cursor === undefined) {
        return incomplete === undefined
          ? { status: 'success', ids }
          : { status: 'incomplete', ids, reason: incomplete }
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (++attempts >= maxAttempts) return { status: 'failure', ids, reason: error.message }
      if (error.failure !== 'cursor-gone') continue
      cursor = incomplete = undefined
      ids = []
    }
  }
  return { status: 'failure', ids, reason: 'The read did not end.' }
}

it.each(objects)('%s %s is read whole, or is no success', async (provider, objectName) => {
  const standIn = standIns.of(provider)
  const expected = standIn
    .listKept(objectName)
    .map(({ id }) => id)
    .toSorted()
  const { records } = must(standIn.objects.get(objectName).read, 'read')
  const list = records === '' ? [] : records.split('.')
  const quiet = await readAll(provider, objectName)
  const lost: unknown[] = []
  const counts = { success: 0, incomplete: 0, failure: 0 }
  for (const seed of seeds) {
    const random = randomFrom(seed)
    const share = 0.05 + random() * 0.4
    const earlier: Reply[] = []
    standIns.disturb(provider, (request) => {
      const reply = standIn.answer(request, objectName)
      const isSpoiled = reply.status < 300 && random() < share
      const given = isSpoiled ? spoil(random, reply, { list, earlier }) : reply
      const hasRecords = replaceList(reply.body, list, (all) => all.length > 0 || undefined)
      if (hasRecords !== undefined) earlier.push(reply)
      return given
    })
    const outcome = await readAll(provider, objectName)
    counts[outcome.status]++
    const missing = expected.filter((id) => !outcome.ids.includes(id))
    if (outcome.status === 'success' && missing.length > 0) lost.push({ seed, missing })
  }
  standIns.disturb(provider, undefined)

  expect(quiet.status, quiet.reason).toBe('success')
  expect(quiet.ids.toSorted()).toEqual(expected)
  expect(lost).toEqual([])
  if (seeds.length >= 20) expect(counts.success).toBeGreaterThan(0)
})
