import * as contract from '@platform/contract'
import type { InstallationId } from '@platform/contract'
import { signOut, underFault } from '@platform/testing/provider-faults'
import { sending, type Provocations } from '@platform/testing/provocations'
import { worldManifest } from '@platform/testing/world'

const preview = { body: { sourceYaml: worldManifest } }

export const syncProblems: Provocations = {
  getBackfillProgress: {
    'backfill-not-found': sending(contract.getBackfillProgress, {
      params: { objectName: 'Account' },
    }),
  },
  pauseInstallation: {
    'object-not-installed': sending(contract.pauseInstallation, { body: { objects: ['Account'] } }),
  },
  unpauseInstallation: {
    'object-not-installed': sending(contract.unpauseInstallation, {
      body: { objects: ['Account'] },
    }),
    async 'object-paused'(world) {
      const { database } = world.api
      const pause = (pausedFor: 'removed' | null) =>
        database.everything
          .updateTable('installationObjects')
          .set({ pausedFor, pausedReason: pausedFor && 'crm no longer declares Contact.' })
          .where('installationId', '=', world.ids['installationId'] as InstallationId)
          .execute()
      await world.must(contract.unpauseInstallation, { body: {} })
      await pause('removed')
      const reply = await world.send(contract.unpauseInstallation, {
        body: { objects: ['Contact'] },
      })
      await pause(null)
      return reply
    },
  },
  deliverResults: {
    'installation-not-found': sending(contract.deliverResults, {
      body: { groupRef: 'unconnected', pages: 1 },
    }),
    'object-not-installed': sending(contract.deliverResults, {
      params: { objectName: 'Account' },
      body: { groupRef: 'globex', pages: 1 },
    }),
  },
  previewMapping: {
    'object-not-found': sending(contract.previewMapping, {
      ...preview,
      params: { objectName: 'MadeUp' },
    }),
    'manifest-invalid': sending(contract.previewMapping, { body: { sourceYaml: 'crm' } }),
    'credentials-refused': signOut(contract.previewMapping, '/query', preview),
    'provider-refused': underFault(
      contract.previewMapping,
      { effect: 'permission-lost', match: { pathRegex: '/query' } },
      preview,
    ),
    'provider-unavailable': underFault(
      contract.previewMapping,
      { effect: 'unavailable', match: { pathRegex: '/query' } },
      preview,
    ),
  },
  cancelOperation: {
    async 'operation-ended'(world) {
      const { body } = await world.must(contract.triggerRead, { body: { groupRef: 'globex' } })
      const params = { operationId: body.operationId }
      await world.must(contract.cancelOperation, { params })
      return world.send(contract.cancelOperation, { params })
    },
  },
  triggerRead: {
    async 'object-paused'(world) {
      await world.must(contract.pauseInstallation, { body: {} })
      const reply = await world.send(contract.triggerRead, { body: { groupRef: 'globex' } })
      await world.must(contract.unpauseInstallation, { body: {} })
      return reply
    },
    'installation-not-found': sending(contract.triggerRead, { body: { groupRef: 'unconnected' } }),
    'object-not-installed': sending(contract.triggerRead, {
      params: { objectName: 'Account' },
      body: { groupRef: 'globex' },
    }),
  },
}
