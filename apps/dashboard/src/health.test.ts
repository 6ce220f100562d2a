import { healthStates, healthTones, healthWords, type Schemas } from '@platform/client'
import { expect } from 'vitest'
import type { Records } from './testing/fake-records.ts'
import { it } from './testing/in-chromium.ts'

type State = Schemas['Health']['state']

/** One record of each kind per state, whose other data contradict the state. */
function inEachState({ connections, installations, destinations }: Records) {
  const [connection, installation, destination] = [
    connections[0],
    installations[0],
    destinations[0],
  ]
  if (!connection || !installation || !destination) throw new Error('There is nothing to copy.')
  const each = <Row>(make: (health: Schemas['Health'], state: State) => Row) =>
    healthStates.map((state) =>
      make({ state, ...(state !== 'healthy' && { reason: 'Why.' }) }, state),
    )
  const isWell = (state: State) => state === 'healthy'
  return {
    // A delivery can be `retrying` too.
    deliveries: [],
    connections: each((health, state) => ({
      ...connection,
      id: `conn_${state}`,
      group: { ...connection.group, groupRef: `team_${state}`, groupName: `Team ${state}` },
      status: isWell(state) ? ('bad_credentials' as const) : ('working' as const),
      health,
    })),
    installations: each((health, state) => ({
      ...installation,
      id: `inst_${state}`,
      group: { ...connection.group, groupRef: `team_${state}`, groupName: `Team ${state}` },
      healthStatus: isWell(state) ? ('unhealthy' as const) : ('healthy' as const),
      lastOperationStatus: isWell(state) ? ('failure' as const) : ('success' as const),
      health,
      connection: { ...connection, health },
      subscription: {
        state: isWell(state) ? ('failed' as const) : ('active' as const),
        delivery: 'push' as const,
        health,
      },
      objects: {
        contact: { state: isWell(state) ? ('retrying' as const) : ('active' as const), health },
      },
    })),
    destinations: each((health, state) => ({
      ...destination,
      id: `dest_${state}`,
      name: `destination_${state}`,
      status: isWell(state) ? ('disabled' as const) : ('enabled' as const),
      health,
    })),
  }
}

const words = healthStates.map((state) => `${healthWords[state]} ${healthTones[state]}`).toSorted()

it('shows the same health state everywhere', async ({ platform, page, open }) => {
  Object.assign(platform.records, inEachState(platform.records))
  const badges = async (within: string) => {
    const all = page.locator(`${within} .badge`)
    const text = all.filter({ hasText: new RegExp(`^(${Object.values(healthWords).join('|')})$`) })
    await text.first().waitFor()
    return (
      await text.evaluateAll((found) =>
        found.map((one) => `${one.textContent} ${one.getAttribute('data-tone')}`),
      )
    ).toSorted()
  }
  // Without a reload of the dashboard.
  const go = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/projects/demo${path}`)

  await open('/projects/demo')
  await page.getByText('destination_failing').first().waitFor()
  await page.getByText('3 unhealthy').nth(1).waitFor()
  await page
    .getByText('3 installations, 3 connections and 3 destinations need attention.')
    .waitFor()
  const listed = await badges('.attention')
  expect(listed.length).toBe(8)
  expect([...new Set(listed)]).toEqual(['Failing bad', 'Needs sign-in bad', 'Paused warning'])
  for (const list of ['/installations', '/connections', '/destinations']) {
    await go(list)
    await page.getByRole('row').nth(healthStates.length).waitFor()
    expect([list, ...(await badges('table'))]).toEqual([list, ...words])
  }

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Name, ID or page' }).fill('team_')
  await page.getByRole('option', { name: /Team failing Failing/ }).waitFor()
  expect(await badges('[role=listbox]')).toEqual(words)

  await page.keyboard.press('Escape')
  for (const state of healthStates) {
    const word = `${healthWords[state]} ${healthTones[state]}`
    for (const [path, title] of [
      [`/installations/int_1/inst_${state}`, `Team ${state}`],
      [`/destinations/dest_${state}`, `destination_${state}`],
      [`/customers/team_${state}`, `Team ${state}`],
      [`/connections/conn_${state}`, `Salesforce · Team ${state}`],
    ] as const) {
      await go(path)
      const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
      await page.locator('.page-title').filter({ has: heading }).locator('.badge').waitFor()
      expect([path, ...new Set(await badges('.page'))]).toEqual([path, word])
    }
  }
})

it('counts unhealthy items on the overview', async ({ platform, page, open }) => {
  const { installations, connections } = inEachState(platform.records)
  const { deliveries } = platform.records
  Object.assign(platform.records, {
    installations: installations.filter(({ health }) => health.state === 'retrying'),
    connections: connections.filter(({ health }) => health.state === 'unconfirmed'),
    deliveries: deliveries.filter(({ status }) => status === 'failed').slice(0, 1),
  })
  const tile = (title: string, text: string, tone: string) =>
    page
      .locator('.tile')
      .filter({ hasText: title })
      .locator(`.badge[data-tone=${tone}]`, { hasText: text })
      .waitFor()

  await open('/projects/demo')

  await tile('Installations', '1 retrying', 'warning')
  await tile('Connections', '1 unconfirmed', 'warning')
  await tile('Undelivered', '1 failed', 'bad')
})

it('shows that a customer has no connections left', async ({ platform, page, open }) => {
  const gone: Schemas['Found'] = { kind: 'group', id: 'gone', name: 'Gone', groupRef: 'gone' }
  await page.route('**/find?*', (route) => route.fulfill({ json: [gone] }))
  const group = platform.records.connections[0]?.group
  await page.route('**/group-summaries?*', (route) =>
    route.fulfill({ json: [{ ...group, groupRef: 'gone', groupName: 'Gone', providers: [] }] }),
  )

  await open('/projects/demo/customers/gone')
  await page.getByText('No installations for this customer').waitFor()
  await page.getByText('No connections for this customer').waitFor()
  const badges = await page.locator('.page-title .badge').allInnerTexts()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Name, ID or page' }).fill('gone')

  await page.getByRole('option', { name: /Gone gone · No connections/ }).waitFor()
  expect(badges).toEqual(['No connections'])
})
