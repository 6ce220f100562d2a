import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { oddProvider } from '../odd-provider.ts'
import { readCassette, writeCassette, type RecordedExchange } from './cassette.ts'
import { hubspotPaging, salesforcePaging } from './paging.ts'
import { PlayedReplies, RecordedClient, RecordingReplies } from './recorded-client.ts'

const file = () => pathToFileURL(join(mkdtempSync(join(tmpdir(), 'cassette-')), 'one.json'))
const thisTest = () => expect.getState().currentTestName ?? ''
const query = '/services/data/v60.0/query'
const records = ['a', 'b', 'c', 'd', 'e'].map((Id) => ({ Id }))
const makeListed = (test = thisTest()): RecordedExchange => ({
  test,
  request: { method: 'GET', path: query, query: { q: 'SELECT Id FROM Contact' } },
  reply: { status: 200, headers: {}, body: { totalSize: 5, done: true, records } },
})
const playing = (exchanges: RecordedExchange[], pageSize = 2) => {
  const replies = new PlayedReplies('one.json', exchanges)
  return { replies, client: new RecordedClient(replies, salesforcePaging, pageSize) }
}
const whole = { path: query, query: { q: 'SELECT Id FROM Contact' } }

it('splits lists of a cassette into pages with tokens that can expire', async () => {
  const { client } = playing([makeListed()])

  const first = await client.request(whole)
  const second = await client.request({ path: `${query}/kept-1` })
  client.loseCursors()
  const lost = await client.request({ path: `${query}/kept-2` })
  const anew = await client.request(whole)

  expect(first.body).toMatchObject({
    totalSize: 5,
    done: false,
    records: [{ Id: 'a' }, { Id: 'b' }],
    nextRecordsUrl: `${query}/kept-1`,
  })
  expect(second.body).toMatchObject({ done: false, records: [{ Id: 'c' }, { Id: 'd' }] })
  expect(lost).toMatchObject({ status: 400, body: [{ errorCode: 'INVALID_QUERY_LOCATOR' }] })
  expect(anew.body).toMatchObject({ records: [{ Id: 'a' }, { Id: 'b' }] })
})

it('shows the request and known replies if the cassette has no match', async () => {
  const { client, replies } = playing([makeListed(), makeListed('another test')])

  const attempt = client.request({ path: query, query: { q: 'SELECT Name FROM Lead' } })

  await expect(attempt).rejects.toThrow(
    /one\.json has no reply to\n {2}GET .*SELECT Name FROM Lead.*\nin the test "shows the request.*\n {2}GET .*SELECT Id FROM Contact/,
  )
  expect(replies.unrecorded).toHaveLength(1)
})

it('returns recorded replies of a request in order, then repeats the last', async () => {
  const reply = (body: string): RecordedExchange => ({
    test: thisTest(),
    request: { method: 'GET', path: '/state' },
    reply: { status: 200, headers: {}, body },
  })
  const { client } = playing([reply('before'), reply('after')])

  const bodies = []
  for (let time = 0; time < 3; time += 1) {
    bodies.push((await client.request({ path: '/state' })).body)
  }

  expect(bodies).toEqual(['before', 'after', 'after'])
})

it('carries out a request whose reply is lost', async () => {
  const asked: string[] = []
  const provider = await oddProvider(({ method }) => {
    asked.push(method)
    return { status: 201, body: { id: '1' } }
  })
  const recording = new RecordingReplies(provider, hubspotPaging)
  const client = new RecordedClient(recording, hubspotPaging, 20)
  client.loseReply()

  const attempt = client.request({
    method: 'POST',
    path: '/crm/objects/2026-09/contacts',
    body: {},
  })

  await expect(attempt).rejects.toThrow('socket hang up')
  expect(asked).toEqual(['POST'])
  expect(recording.exchanges).toMatchObject([{ reply: { status: 201 } }])
})

it("records a list completely, independent of the provider's pages", async () => {
  const provider = await oddProvider(({ url }) => {
    const from = Number(url.searchParams.get('after') ?? 0)
    const next = from + 2 < records.length ? { paging: { next: { after: String(from + 2) } } } : {}
    return { body: { results: records.slice(from, from + 2), ...next } }
  })
  const recording = new RecordingReplies(provider, hubspotPaging)
  const client = new RecordedClient(recording, hubspotPaging, 4)

  const { body } = await client.request({
    path: '/crm/objects/2026-09/contacts',
    query: { limit: 10 },
  })

  expect(body).toEqual({ results: records.slice(0, 4), paging: { next: { after: 'kept-1' } } })
  expect(recording.exchanges).toMatchObject([
    { request: { path: '/crm/objects/2026-09/contacts' }, reply: { body: { results: records } } },
  ])
})

it('round-trips a cassette file and rejects other files', () => {
  const one = file()
  const cassette = {
    about: 'Made up for this test.',
    exchanges: [makeListed(), makeListed('another')],
  }

  writeCassette(one, cassette)

  expect(readCassette(one)).toEqual(cassette)
  // Values that several replies contain are stored once.
  expect(readFileSync(one, 'utf8').match(/"Id":"c"/g)).toHaveLength(1)
  writeFileSync(one, '{"exchanges":[],"shared":[]}')
  expect(() => readCassette(one)).toThrow('it has no `about`')
  writeFileSync(one, '{"about":"x","shared":[],"exchanges":[{"test":"x"}]}')
  expect(() => readCassette(one)).toThrow('exchange 0 has no test, request or status')
})
