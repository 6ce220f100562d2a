import * as contract from '@platform/contract'
import { atLimit, type Provocations } from '@platform/testing/provocations'

export const connectLinkProblems: Provocations = {
  createConnectLink: {
    'limit-reached': atLimit('connectLinks', (world) => world.send(contract.createConnectLink)),
  },
}
