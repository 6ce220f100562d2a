import * as contract from '@platform/contract'
import { inTransaction } from '@platform/kernel/db/transaction'
import { sending, type Provocations } from '@platform/testing/provocations'
import { worldManifest, type World } from '@platform/testing/world'
import { keepRecords, sealEntries } from './keep-records.ts'
import { KeptUsage } from './kept-usage.ts'

/** Keeps records of the world's installation, as a read does. */
export async function givenKeptRecords({ api, tenant, ids }: World, surnames: readonly string[]) {
  const projectId = tenant.project.id
  const installationId = ids['installationId'] as `inst_${string}`
  const of = { projectId, installationId, objectName: 'Contact' }
  const entries = surnames.map((LastName) => ({
    ...{ id: `003-${LastName}`, hasContent: true },
    entry: { fields: { LastName }, raw: { LastName } },
  }))
  const sealed = await sealEntries(api, of, entries)
  const keeping = { notifications: api.notifications, keptUsage: new KeptUsage({ maxBytes: 1e9 }) }
  await inTransaction(api.database.tenant(projectId), (tx) => keepRecords(keeping, tx, sealed))
}

export const keptRecordProblems: Provocations = {
  listKeptRecords: {
    'object-not-installed': sending(contract.listKeptRecords, {
      params: { objectName: 'Account' },
    }),
    async 'records-not-kept'(world) {
      const deploy = (sourceYaml: string) =>
        world.must(contract.batchUpsertIntegrations, { body: { sourceYaml } })
      await deploy(worldManifest.replace('keepRecords: true', 'keepRecords: false'))
      const reply = await world.send(contract.listKeptRecords, {})
      await deploy(worldManifest)
      return reply
    },
    'support-access-off': (world) =>
      world.send(contract.listKeptRecords, { as: { token: world.tenant.owner.token } }),
  },
}
