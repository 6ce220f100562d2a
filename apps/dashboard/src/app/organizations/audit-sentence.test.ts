import { readFile } from 'node:fs/promises'
import type { Schemas } from '@platform/client'
import { expect, it } from 'vitest'
import { words } from '../ui/format.ts'
import { auditActions, formatAuditSentence } from './audit-sentence.ts'

const ana = { kind: 'builder', id: 'bld_1', label: 'ana@lumen.example' }
const record = (about: Partial<Schemas['AuditRecord']>): Schemas['AuditRecord'] => ({
  id: 'aud_1',
  time: '2026-01-01T00:00:00Z',
  actor: ana,
  action: 'signIn',
  target: '/v1',
  requestId: 'req_1',
  ...about,
})

it.each([
  [
    {
      action: 'connectProvider',
      actor: { kind: 'consumer', id: 'user-7', label: 'team-1' },
      after: {
        provider: 'salesforce',
        group: { groupRef: 'team-1', groupName: 'Brightwater' },
        consumer: { consumerName: 'Ana' },
      },
    },
    'Ana connected Salesforce for Brightwater',
  ],
  [
    {
      action: 'connectProvider',
      actor: { kind: 'consumer', id: 'user-7', label: 'team-1' },
      after: {
        provider: 'salesforce',
        group: { groupRef: 'team-1' },
        byLinkOf: 'builder:ana@lumen.example',
      },
    },
    'user-7 of team-1 connected Salesforce for team-1 with a link created by ana@lumen.example',
  ],
  [
    { action: 'updateDestination', after: { name: 'lake' } },
    'ana@lumen.example changed the destination “lake”',
  ],
  [
    { action: 'deleteInstallation', before: { group: { groupName: 'Globex' } } },
    'ana@lumen.example deleted the installation of Globex',
  ],
  [
    {
      action: 'createApiKey',
      actor: { kind: 'api-key', id: 'key_1', label: 'Server' },
      after: { label: 'Web' },
    },
    'API key “Server” created the API key “Web”',
  ],
  [{ action: 'batchUpsertIntegrations' }, 'ana@lumen.example deployed platform.yaml'],
  [
    {
      action: 'batchUpsertIntegrations',
      after: [
        { name: 'crm', change: 'updated' },
        { name: 'calls', change: 'unchanged' },
        { name: 'tickets', change: 'created' },
      ],
    },
    'ana@lumen.example deployed “crm” and “tickets”',
  ],
  [
    {
      action: 'batchUpsertIntegrations',
      after: ['a', 'b', 'c', 'd'].map((name) => ({ name, change: 'created' })),
    },
    'ana@lumen.example deployed 4 integrations',
  ],
  [
    { action: 'batchUpsertIntegrations', after: [{ name: 'crm', change: 'unchanged' }] },
    'ana@lumen.example deployed platform.yaml without changes',
  ],
  [
    { action: 'createRevision', after: { id: 'rev_1', content: { name: 'crm' } } },
    'ana@lumen.example deployed “crm”',
  ],
  [{ action: 'rollBackRevision', after: { name: 'crm' } }, 'ana@lumen.example rolled back “crm”'],
  [
    {
      action: 'retryDelivery',
      after: { eventType: 'read', groupRef: 'team-1', groupName: 'Brightwater' },
    },
    'ana@lumen.example retried a delivery of read for Brightwater',
  ],
  [
    {
      action: 'oauthConnect',
      after: { provider: 'salesforce', groupRef: 'team-1', groupName: 'Brightwater' },
    },
    'ana@lumen.example started connecting Salesforce for Brightwater',
  ],
  [
    {
      action: 'customAuthConnect',
      after: {
        connection: {
          provider: 'redtail',
          group: { groupRef: 'team-1', groupName: 'Brightwater' },
        },
      },
    },
    'ana@lumen.example connected Redtail for Brightwater',
  ],
  [
    { action: 'oauthUpdate', after: { provider: 'hubspot', groupRef: 'team-1', groupName: null } },
    'ana@lumen.example started signing in again at Hubspot for team-1',
  ],
  [{ action: 'oauthConnect' }, 'ana@lumen.example started connecting a provider'],
  [
    { action: 'writeRecords', after: { operationId: 'op_1', groupRef: 'team-1' } },
    'ana@lumen.example wrote records for team-1',
  ],
  [
    { action: 'eraseGroup', target: '/v1/projects/acme/groups/team%201' },
    'ana@lumen.example erased the personal data of team 1',
  ],
  [{ action: 'inventedByTomorrow' }, 'ana@lumen.example: invented by tomorrow'],
] as const)('describes a change: %j', (about, sentence) => {
  expect(formatAuditSentence(record(about as Partial<Schemas['AuditRecord']>), words)).toBe(
    sentence,
  )
})

/** Moves a reader's position, many times a second: see `movesPosition` of operations. */
const unaudited = ['commitPullConsumer', 'leasePullMessages', 'settlePullMessages']

it('has a sentence for every operation that changes data', async () => {
  const contract = new URL('../../../../../packages/contract/openapi.json', import.meta.url)
  const { paths } = JSON.parse(await readFile(contract, 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>
  }
  const known = new Set([...auditActions.map(([action]) => action), ...unaudited])
  const changes = Object.values(paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, { operationId }]) =>
      method !== 'get' && operationId !== undefined ? [operationId] : [],
    ),
  )

  expect(changes.length).toBeGreaterThan(50)
  expect(changes.filter((change) => !known.has(change))).toEqual([])
})
