import { expect, it } from 'vitest'
import * as given from '../../testing/given.ts'

const project = '/v1/projects/crm'
const target = (baseUrl: string) => ['--base-url', baseUrl, '--project', 'crm', '--api-key', 'key']
const schema = { type: 'object', required: ['total'] }
const paid = { name: 'custom.invoice.paid', description: 'Paid\u001b[2K.', schema }

it('sends events with data as text, of a file and of standard input', async () => {
  const { baseUrl, asked } = await given.platform({
    [`POST ${project}/events`]: { status: 202, body: { id: 'evt_1', deliveries: 2 } },
  })
  const cwd = await given.folder({ 'data.json': '{"total":2}' })
  const send = (...args: string[]) =>
    given.runCli(['events', 'send', ...args, ...target(baseUrl)], { cwd })

  const first = await send('custom.invoice.paid', '--group', 'globex', '--data', '{"total":1}')
  await send('custom.invoice.paid', '--data', '@data.json', '--idempotency-key', 'inv-42')
  const wrong = await send('custom.invoice.paid', '--data', '[1]')
  const missing = await send('custom.invoice.paid', '--data', '@none.json')
  const foreign = await send('connection.created')

  expect(first).toMatchObject({ exitCode: 0, stdout: 'Sent evt_1 to 2 destinations\n' })
  expect(asked.map(({ body }) => body)).toEqual([
    { type: 'custom.invoice.paid', groupRef: 'globex', data: { total: 1 } },
    { type: 'custom.invoice.paid', data: { total: 2 } },
  ])
  expect(asked[1]?.headers['idempotency-key']).toBe('inv-42')
  expect([wrong, missing, foreign].map(({ exitCode }) => exitCode)).toEqual([2, 2, 2])
  expect(wrong.stderr).toContain('--data must be a JSON object.')
  expect(foreign.stderr).toContain('Event types begin with `custom.`')
})

it('lists, declares, changes and deletes event types', async () => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${project}/event-types`]: { body: [paid] },
    [`POST ${project}/event-types`]: { status: 201, body: paid },
    [`GET ${project}/event-types/custom.invoice.paid`]: { body: paid },
    [`PUT ${project}/event-types/custom.invoice.paid`]: { body: paid },
    [`DELETE ${project}/event-types/custom.invoice.paid`]: { status: 204, body: '' },
  })
  const run = (...args: string[]) => given.runCli(['event-types', ...args, ...target(baseUrl)])

  const list = await run('list')
  const create = await run('create', paid.name, '--schema', JSON.stringify(schema))
  const update = await run('update', paid.name, '--description', 'New')
  const cleared = await run('update', paid.name, '--description', '', '--schema', '{}')
  const nothing = await run('update', paid.name)
  const deleted = await run('delete', paid.name)

  expect(list.stdout).toContain('custom.invoice.paid')
  expect(list.stdout).toContain('Data is checked by a schema.')
  expect(list.stdout).not.toContain('\u001b')
  expect(create.stdout).toBe('Declared event type custom.invoice.paid\n')
  expect([update, cleared].map(({ exitCode }) => exitCode)).toEqual([0, 0])
  expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining('--schema')])
  expect(deleted.stdout).toBe('Deleted the event type custom.invoice.paid\n')
  expect(asked.map(({ body }) => body).filter(Boolean)).toEqual([
    { name: paid.name, schema },
    { description: 'New', schema },
    {},
  ])
})

it('lists the webhooks of a customer', async () => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${project}/customer-destinations`]: {
      body: [
        {
          ...{ id: 'dest_1', groupRef: 'globex', label: 'Ours\u001b[2K', type: 'webhook' },
          ...{ url: 'https://globex.example/', status: 'enabled', health: { state: 'healthy' } },
          eventTypes: ['read', 'custom.invoice.paid'],
        },
      ],
    },
  })
  const list = (...args: string[]) =>
    given.runCli(['destinations', 'list', '--group', 'globex', ...args, ...target(baseUrl)])

  const shown = await list()
  const json = await list('--json')

  expect(shown.stdout).toContain('dest_1  webhook  of globex\n  https://globex.example/\n')
  expect(shown.stdout).toContain('  Receives read, custom.invoice.paid\n')
  expect(shown.stdout).not.toContain('\u001b')
  expect(JSON.parse(json.stdout)).toHaveLength(1)
  expect(asked[0]?.url).toContain('groupRef=globex')
})
