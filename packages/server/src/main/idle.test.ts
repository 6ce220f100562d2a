import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'

it('looks for work of all kinds by one statement while idle, beside its signs of life', async () => {
  const { databaseUrl } = await givenPlatform({ contacts: 1 })
  const name = /\/(\w+)(?:\?|$)/.exec(databaseUrl)?.[1]
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  /** Statements of this platform, by their beginning. */
  const statements = () =>
    (asked.mock.contexts as pg.Client[]).flatMap((client, index) => {
      if (client.database !== name) return []
      const [query] = asked.mock.calls[index] as unknown as [string | { text: string }]
      return (typeof query === 'string' ? query : query.text).replaceAll(/\s+/g, ' ').trim()
    })
  const isLook = (text: string) => text.startsWith('select (extract(epoch from')
  const rounds = 3

  // What the start has left to do ends before the first of these.
  const looks = () => statements().filter(isLook).length
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(0), patiently)
  asked.mockClear()
  await vi.waitFor(() => expect(looks()).toBeGreaterThanOrEqual(rounds), {
    ...patiently,
    timeout: 60_000,
  })

  const [look = ''] = statements().filter(isLook)
  for (const kind of ['jobs', 'deliveries', 'read_turns', 'schedules', 'subscriptions'])
    expect(look).toContain(`as "${kind}"`)
  const causes = Object.groupBy(
    statements().filter((text) => !isLook(text)),
    (text) => (/senders|engine_processes/.test(text) ? 'signs of life' : text.slice(0, 120)),
  )
  // Replays are looked for twice a minute.
  const others = Object.keys(causes).filter((cause) => !cause.includes('"replays"'))
  expect(others).toEqual(['signs of life'])
})
