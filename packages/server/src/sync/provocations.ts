import * as contract from '@platform/contract'
import { sending, type Provocations } from '../conventions/provocations.ts'

export const syncProblems: Provocations = {
  getBackfillProgress: {
    'backfill-not-found': sending(contract.getBackfillProgress, {
      params: { objectName: 'Account' },
    }),
  },
  triggerRead: {
    'installation-not-found': sending(contract.triggerRead, { body: { groupRef: 'unconnected' } }),
    'object-not-installed': sending(contract.triggerRead, {
      params: { objectName: 'Account' },
      body: { groupRef: 'globex' },
    }),
  },
}
