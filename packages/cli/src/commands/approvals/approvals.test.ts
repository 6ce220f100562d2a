import { expect, it } from 'vitest'
import * as given from '../../testing/given.ts'

const base = '/v1/projects/crm/approvals'
const approval = {
  ...{ id: 'apr_1', operationId: 'op_1', state: 'pending', type: 'update', recordCount: 1 },
  ...{ objectName: 'person', groupRef: 'globex', requestedBy: 'api-key:key_1' },
  expireTime: '2026-12-01T09:30:00Z',
}
const shownRecord = {
  recordId: '003',
  isKnown: true,
  // The name of a field is text of a provider.
  fields: [
    { name: 'surname\u001b[2K', old: 'Lind', new: 'Berg' },
    { name: 'Phone', new: null },
  ],
  associations: [{ to: { id: '001' } }],
}

it('shows what a write will change, and approves what was shown', async () => {
  const { baseUrl, asked } = await given.platform({
    [`GET ${base}`]: { body: [approval] },
    [`GET ${base}/apr_1`]: { body: { ...approval, records: [shownRecord], shown: 'code' } },
    [`POST ${base}/apr_1:approve`]: { body: { ...approval, state: 'approved' } },
    [`POST ${base}/apr_1:reject`]: { body: { ...approval, state: 'rejected' } },
    [`POST ${base}/apr_1/links`]: { body: { link: 'https://platform.test/connect/apr_1#s' } },
  })
  const target = ['--base-url', baseUrl, '--project', 'crm', '--api-key', 'key']
  const run = (...args: string[]) => given.runCli(['approvals', ...args, ...target])

  const list = await run('list')
  const show = await run('show', 'apr_1')
  const unseen = await run('approve', 'apr_1')
  const approved = await run('approve', 'apr_1', '--shown', 'code')
  const rejected = await run('reject', 'apr_1', '--reason', 'No.')
  const link = await run('link', 'apr_1', '--consumer', 'ana')

  expect(list.stdout).toBe(
    'apr_1  pending  globex  update person × 1  until 2026-12-01T09:30:00Z\n',
  )
  expect(show.stdout).toContain('"Lind" → "Berg"')
  expect(show.stdout).toContain('Phone: – → null')
  expect(show.stdout).toContain('associated with 001')
  expect(show.stdout).toContain('platform approvals approve apr_1 --shown code')
  expect(show.stdout).not.toContain('\u001b')
  expect([unseen.exitCode, unseen.stderr]).toEqual([2, expect.stringContaining('--shown')])
  expect(approved.stdout).toBe('Approved: the write is op_1\n')
  expect(rejected.stdout).toBe('Rejected apr_1\n')
  expect(link.stdout).toBe('https://platform.test/connect/apr_1#s\n')
  expect(asked.map(({ body }) => body).filter(Boolean)).toEqual([
    { shown: 'code' },
    { reason: 'No.' },
    { consumerRef: 'ana' },
  ])
})
