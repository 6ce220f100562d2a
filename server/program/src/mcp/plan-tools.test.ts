import type { ManifestIntegration } from '@platform/contract'
import { expect, it } from 'vitest'
import { planTools } from './plan-tools.ts'

const plan = (approved: { tools?: 'person'; write?: 'person' }) => {
  const latest: ManifestIntegration = {
    name: 'crm',
    provider: 'salesforce',
    proxy: { enabled: true },
    write: { objects: [{ objectName: 'Contact', approval: approved.write }] },
    tools: {
      objects: [
        {
          objectName: 'Contact',
          actions: ['create', 'upsert', 'defineFields'],
          approval: approved.tools,
        },
      ],
      proxy: { methods: ['GET', 'PATCH'], paths: ['/**'] },
    },
  }
  const content = { write: { objects: { Contact: { objectName: 'Contact' } } } }
  const can = { canSearch: true, canDefineFields: true }
  return planTools({ integration: 'crm', instance: '', latest, content, ...can })
}

it.each([{ tools: 'person' }, { write: 'person' }] as const)(
  'leaves agents no way around the approval of a person: %j',
  (approved) => {
    const tools = plan(approved)

    expect(tools.map(({ action, needsApproval }) => [action, needsApproval])).toEqual([
      ['create', true],
      ['call', false],
    ])
    expect(tools.at(-1)?.calls?.methods).toEqual(['GET'])
    expect(plan({}).map(({ action }) => action)).toContain('upsert')
  },
)
