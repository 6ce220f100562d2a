import { expect, it, vi } from 'vitest'
import { givenPlatform } from '@platform/testing/test-platform'
import { getFirst, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

it('counts records read per object on each of the last seven days', async () => {
  const today = () => new Date().toISOString().slice(0, 10)
  const platform = await givenPlatform({ contacts: 25 })
  const dayOfRead = today()
  await platform.connect()
  const { id } = await platform.install()
  await vi.waitFor(
    () =>
      expect(platform.messages.map(({ notificationType }) => notificationType)).toContain(
        'read.backfill.done',
      ),
    patiently,
  )

  const { objects } = await platform.call<{
    objects: Record<string, { days: { date: string; records: number }[] }>
  }>('GET', `/v1/{p}/integrations/crm/installations/${id}/activity`)

  const possibleDays = [dayOfRead, today()]
  const { days } = must(objects.Contact, 'Contact')
  expect(days).toHaveLength(7)
  expect(possibleDays).toContain(days.at(-1)?.date)
  expect(days.filter(({ records }) => records > 0)).toEqual([
    { date: expect.toBeOneOf(possibleDays), records: 25 },
  ])
  expect(getFirst(days).records).toBe(0)
})
