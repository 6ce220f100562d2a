import { Writable } from 'node:stream'
import { parseReceiveToken } from '@platform/client/receive'
import { expect, it, onTestFinished, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'
import { writeOrEnd } from '../../server/delivery/src/notifications/pull/stream-messages.ts'

interface Event {
  id?: string
  event?: string
  data?: string
}

/** Starts a platform with a `pull` destination, and returns what opens its stream. */
async function givenStreams() {
  const platform = await givenPlatform()
  const { call } = platform
  await call('POST', '/v1/{p}/destinations', { name: 'inbox', type: 'pull', metadata: {} })
  const createKey = async (destination: string) => {
    const { receiveToken, id } = await call<{ receiveToken: string; id: string }>(
      'POST',
      '/v1/{p}/api-keys',
      { label: 'reader', scopes: ['read:messages'], destination },
    )
    return { ...parseReceiveToken(receiveToken), id }
  }
  const own = await createKey('inbox')
  const open = async (
    { query = '', headers = {}, apiKey = own.apiKey, project = own.project } = {},
    destination = own.destination,
  ) => {
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const path = `/v1/projects/${project}/destinations/${destination}/messages/stream${query}`
    const reply = await fetch(must(platform.url, 'URL') + path, {
      headers: { 'x-api-key': apiKey, ...headers },
      signal: leaving.signal,
    })
    const events: Event[] = []
    let isEnded = false
    const read = async () => {
      let text = ''
      for await (const chunk of must(reply.body, 'body').pipeThrough(new TextDecoderStream())) {
        text += chunk
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) events.push(parseEvent(part))
      }
    }
    if (reply.ok) {
      read()
        .catch(() => {
          // The test has left.
        })
        .finally(() => (isEnded = true))
    }
    return { reply, events, leave: () => leaving.abort(), isEnded: () => isEnded }
  }
  const send = () => call('POST', '/v1/{p}/destinations/inbox:test', {})
  return { ...platform, own, createKey, open, send }
}

const parseEvent = (text: string): Event =>
  Object.fromEntries(
    text.split('\n').map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/s)
      return [name, value]
    }),
  )

const withData = (events: readonly Event[]) => events.filter(({ data }) => data !== undefined)

it('streams messages as they are stored, and resumes after the last one', async () => {
  const { open, send } = await givenStreams()
  const first = await open()
  expect(first.reply.headers.get('content-type')).toBe('text/event-stream')
  await send()
  await send()
  await vi.waitFor(() => expect(withData(first.events)).toHaveLength(2), patiently)
  expect(withData(first.events).map(({ id }) => id)).toEqual(['1', '2'])
  expect(JSON.parse(must(withData(first.events)[0]?.data, 'data'))).toMatchObject({
    cursor: '1',
    message: { notificationType: 'connection.created' },
  })
  first.leave()

  await send()
  const resumed = await open({ headers: { 'last-event-id': '1' } })
  await vi.waitFor(() => expect(withData(resumed.events)).toHaveLength(2), patiently)
  expect(withData(resumed.events).map(({ id }) => id)).toEqual(['2', '3'])
})

it('rejects positions of other streams, and the keys of others, and ends with its key', async () => {
  const { open, own, createKey, call, anotherTenant } = await givenStreams()
  const rival = await anotherTenant('rival')
  await call('POST', '/v1/{p}/destinations', { name: 'other', type: 'pull', metadata: {} })
  const other = await createKey('other')
  const rivalKey = await rival.call<{ key: string }>('POST', '/v1/{p}/api-keys', {
    label: 'rival',
    scopes: ['full'],
  })
  const frontend = await call<{ key: string }>('POST', '/v1/{p}/api-keys', {
    label: 'page',
    scopes: ['frontend'],
  })
  const getStatus = async (...how: Parameters<typeof open>) => (await open(...how)).reply.status

  expect(await getStatus({ headers: { 'last-event-id': '99' } })).toBe(400)
  expect(await getStatus({ headers: { 'last-event-id': 'forged' } })).toBe(400)
  expect(await getStatus({ query: '?after=-1' })).toBe(400)
  expect(await getStatus({ query: '?invented=1' })).toBe(400)
  expect(await getStatus({ query: '?consumer=made-up' })).toBe(404)
  expect(await getStatus({ apiKey: 'plat_scoped_none' })).toBe(401)
  expect(await getStatus({ apiKey: other.apiKey })).toBe(403)
  expect(await getStatus({ apiKey: frontend.key })).toBe(403)
  expect(await getStatus({ apiKey: rivalKey.key })).toBe(404)

  const open1 = await open()
  expect(open1.reply.status).toBe(200)
  await call('DELETE', `/v1/{p}/api-keys/${own.id}`)
  await vi.waitFor(() => expect(open1.isEnded()).toBe(true), patiently)
})

it('waits for a reader that is slow, and disconnects one that takes nothing', async () => {
  const taken: string[] = []
  const slow = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      taken.push(String(chunk))
      setTimeout(done, 5)
    },
  })
  await writeOrEnd(slow, 'first', 60_000)
  await writeOrEnd(slow, 'second', 60_000)
  expect(taken).toEqual(['first', 'second'])

  const hanging = new Writable({ highWaterMark: 1, write() {} })
  await expect(writeOrEnd(hanging, 'first', 20)).rejects.toThrow('takes nothing')
  expect(hanging.destroyed).toBe(true)
})
