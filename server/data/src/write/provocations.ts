import { writeRecords, type WriteReply } from '@platform/contract'
import { signOut, underFault, withWrongClient } from '@platform/testing/provider-faults'
import { atLimit, sending, type Provocations } from '@platform/testing/provocations'
import type { WorldRequest } from '@platform/testing/world'

const writing = (change: object = {}): WorldRequest => ({
  body: { groupRef: 'globex', type: 'create', record: { LastName: 'Ivanova' }, ...change },
})
const recordApi = '/(sobjects|composite)'

export const writeProblems: Provocations = {
  writeRecords: {
    'installation-not-found': sending(writeRecords, writing({ groupRef: 'unconnected' })),
    'object-not-installed': sending(writeRecords, {
      params: { objectName: 'Account' },
      ...writing(),
    }),
    'deletion-not-enabled': sending(
      writeRecords,
      writing({ type: 'delete', record: { id: '003' } }),
    ),
    'limit-reached': atLimit(
      'storedBytes',
      sending(writeRecords, writing({ mode: 'asynchronous' })),
    ),
    'write-refused': sending(writeRecords, writing({ record: {} })),
    async 'write-conflict'({ send }) {
      const created = await send(writeRecords, writing())
      const { result } = created.body as WriteReply
      const record = { id: result?.recordId, LastName: 'Berg' }
      const expected = { LastName: 'Lind' }
      return send(writeRecords, writing({ type: 'update', record, expected }))
    },
    'write-outcome-unknown': underFault(
      writeRecords,
      { effect: 'lost-reply', match: { pathRegex: '/(sobjects|composite|userinfo)' } },
      writing(),
    ),
    'credentials-refused': signOut(writeRecords, '/services/data', writing()),
    'provider-refused': withWrongClient(writeRecords, '/services/data', writing()),
    'provider-unavailable': underFault(
      writeRecords,
      { effect: 'unavailable', match: { pathRegex: recordApi } },
      writing(),
    ),
  },
}
