import { searchRecords } from '@platform/contract'
import { signOut, underFault } from '@platform/testing/provider-faults'
import { sending, type Provocations } from '@platform/testing/provocations'
import type { WorldRequest } from '@platform/testing/world'

const searching = (change: object = {}): WorldRequest => ({
  query: { groupRef: 'globex' },
  body: {
    objectName: 'Contact',
    fieldFilters: [{ fieldName: 'LastName', operator: 'eq', value: 'Ivanova' }],
    ...change,
  },
})

export const searchProblems: Provocations = {
  searchRecords: {
    'installation-not-found': sending(searchRecords, {
      ...searching(),
      query: { groupRef: 'unconnected' },
    }),
    'object-not-installed': sending(searchRecords, searching({ objectName: 'Account' })),
    'provider-refused': sending(
      searchRecords,
      searching({ fieldFilters: [{ fieldName: 'Made_Up', operator: 'eq', value: 1 }] }),
    ),
    'credentials-refused': signOut(searchRecords, '/services/data', searching()),
    'provider-unavailable': underFault(
      searchRecords,
      { effect: 'unavailable', match: { pathRegex: '/query' } },
      searching(),
    ),
  },
}
