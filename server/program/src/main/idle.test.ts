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

  const looks = () => statements().filter(isLook).length
  /** Causes of other statements during some rounds. */
  const listOthers = async (rounds: number) => {
    asked.mockClear()
    await vi.waitFor(() => expect(looks()).toBeGreaterThanOrEqual(rounds), {
      ...patiently,
      timeout: 60_000,
    })
    const causes = statements()
      .filter((text) => !isLook(text))
      .map((text) => (/senders|engine_processes/.test(text) ? 'signs of life' : text.slice(0, 120)))
    // Replays are looked for twice a minute.
    return new Set(causes.filter((cause) => !cause.includes('"replays"')))
  }

  // What the start has left to do ends before the first of these.
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(0), patiently)
  const others = await listOthers(3)
  // An hourly job may run in one of these times, but not in both.
  const again = others.size > 1 ? await listOthers(3) : others

  const [look = ''] = statements().filter(isLook)
  for (const kind of ['jobs', 'deliveries', 'read_turns', 'schedules', 'subscriptions'])
    expect(look).toContain(`as "${kind}"`)
  expect([...others].filter((cause) => again.has(cause))).toEqual(['signs of life'])
})
