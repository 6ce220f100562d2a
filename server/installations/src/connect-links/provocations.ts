import * as contract from '@platform/contract'
import { atLimit, sending, type Provocations } from '@platform/testing/provocations'

export const connectLinkProblems: Provocations = {
  createConnectLink: {
    'accounts-not-allowed': sending(contract.createConnectLink, {
      body: { groupRef: 'globex', instance: 'emea' },
    }),
    'limit-reached': atLimit('connectLinks', (world) => world.send(contract.createConnectLink)),
  },
}
