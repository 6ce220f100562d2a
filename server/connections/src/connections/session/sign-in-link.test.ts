import { expect, it } from 'vitest'
import type { ConnectionRefresh } from '@platform/contract'
import { sandboxOrganizations } from '@platform/sandbox'
import { signInBy } from '@platform/testing/browser'
import { givenPlatform } from '@platform/testing/test-platform'
import { getFirst, getNth } from '@platform/kernel/values'

const hourMs = 3_600_000

async function givenLink() {
  const platform = await givenPlatform()
  const { id } = await platform.connect()
  await platform.control.revokeTokens()
  await platform.call('GET', `/v1/{p}/connections/${id}?refresh=force`)
  const ask = (query: string, headers?: Record<string, string>) =>
    platform.call<string & { status?: number }>(
      'PATCH',
      `/v1/{p}/connections/${id}:oauth-update?${query}`,
      undefined,
      headers,
    )
  const readConnection = () => platform.call<{ status: string }>('GET', `/v1/{p}/connections/${id}`)
  /** Headers of a click on a page of the platform. */
  const navigationFrom = (link: string) => ({ referer: link, 'sec-fetch-dest': 'document' })
  return {
    ...platform,
    id,
    ask,
    shown: readConnection,
    navigationFrom,
    link: await ask('linkHours=24'),
  }
}

it('lets the end user sign in again by a link for the requested time', async () => {
  const { link, shown, navigationFrom, database, projectId, call, id } = await givenLink()
  const before = await shown()
  const { expireTime } = await database
    .tenant(projectId)
    .selectFrom('connectSessions')
    .select('expireTime')
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()

  const { page } = await signInBy(link, { headers: navigationFrom(link) })
  const again = await fetch(link, { redirect: 'manual' })

  expect(before.status).toBe('bad_credentials')
  expect(expireTime.getTime() - Date.now()).toBeGreaterThan(23 * hourMs)
  expect(expireTime.getTime() - Date.now()).toBeLessThanOrEqual(24 * hourMs)
  expect(page.status).toBe(200)
  expect(await shown()).toMatchObject({ status: 'working', health: { state: 'healthy' } })
  expect(again.status).toBe(400)
  const refreshes = await call<ConnectionRefresh[]>('GET', `/v1/{p}/connections/${id}/refreshes`)
  expect(getFirst(refreshes)).toMatchObject({ outcome: 'failed', kind: 'grant' })
  expect(getFirst(refreshes).detail).toContain('invalid_grant')
  const { after } = await database.everything
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'connectProvider')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ id, byLinkOf: expect.stringMatching(/^api-key:key_/) })
})

it('is not used up by link scanners', async () => {
  const { link, navigationFrom } = await givenLink()

  const lookers: Record<string, string>[] = [
    {},
    { referer: 'https://mail.test/' },
    { 'sec-fetch-dest': 'document' },
    // As a link of somebody on a page of the platform, which hides that page.
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' },
  ]
  const looks = await Promise.all(
    lookers.map((headers) => fetch(link, { redirect: 'manual', headers })),
  )
  const { page } = await signInBy(link, { headers: navigationFrom(link) })

  expect(looks.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(looks.map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null, null, null])
  expect(page.status).toBe(200)
})

it('is limited to one connection and account, expires, and cannot be created by browsers', async () => {
  const { ask, link, navigationFrom, database, projectId, frontendApiKey, shown } =
    await givenLink()

  const account = getNth(sandboxOrganizations, 1).id
  const forever = await ask('linkHours=169')
  const byFrontend = await ask('linkHours=1&groupRef=globex', { 'x-api-key': frontendApiKey })
  const { page: other } = await signInBy(link, { headers: navigationFrom(link), account })
  const next = await ask('linkHours=1')
  await database
    .tenant(projectId)
    .updateTable('connectSessions')
    .set({ expireTime: new Date(Date.now() - 1) })
    .where('status', '=', 'pending')
    .execute()
  const late = await fetch(next, { redirect: 'manual', headers: navigationFrom(next) })

  expect(forever).toMatchObject({ status: 400 })
  expect(byFrontend).toMatchObject({ status: 403 })
  expect(other.status).toBe(400)
  expect(late.status).toBe(400)
  expect((await shown()).status).toBe('bad_credentials')
})
