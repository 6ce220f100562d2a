import * as contract from '@platform/contract'
import { sending, type Provocations } from '@platform/testing/provocations'

export const removalProblems: Provocations = {
  deleteDestination: { 'in-use': sending(contract.deleteDestination, {}) },
  updateDestination: {
    'in-use': sending(contract.updateDestination, {
      body: { updateMask: ['name'], destination: { name: 'renamed' } },
    }),
  },
  deleteIntegration: { 'in-use': sending(contract.deleteIntegration, {}) },
  deleteProviderApp: { 'in-use': sending(contract.deleteProviderApp, {}) },
  deleteJWTKey: {
    async 'in-use'({ send, tenant }) {
      await send(contract.listIntegrations, { as: { token: await tenant.consumerToken() } })
      return send(contract.deleteJWTKey)
    },
  },
}
