import * as contract from '@platform/contract'
import { type OperationDefinition, writeRecords, type WriteReply } from '@platform/contract'
import { signOut, underFault, withWrongClient } from '@platform/testing/provider-faults'
import {
  atLimit,
  sending,
  type Provocation,
  type Provocations,
} from '@platform/testing/provocations'
import type { World, WorldRequest } from '@platform/testing/world'

const writing = (change: object = {}): WorldRequest => ({
  body: { groupRef: 'globex', type: 'create', record: { LastName: 'Ivanova' }, ...change },
})
const recordApi = '/(sobjects|composite)'

/** Asks for an update of a new contact, and returns a request about its approval. */
async function askForUpdate({ must }: World, body?: object): Promise<WorldRequest> {
  const created = await must(writeRecords, writing())
  const { result } = created.body as WriteReply
  const record = { id: result?.recordId, LastName: 'Berg' }
  const wait = { mode: 'asynchronous', approval: 'person' }
  const asked = await must(writeRecords, writing({ ...wait, type: 'update', record }))
  const { approvalId } = asked.body as WriteReply
  return { params: { approvalId: String(approvalId) }, ...(body && { body }) }
}

const inWaiting =
  (provoke: (sent: WorldRequest) => Provocation, body?: object): Provocation =>
  async (world) =>
    provoke(await askForUpdate(world, body))(world)

const whileReading = (operation: OperationDefinition, body?: object): Provocations[string] => ({
  'credentials-refused': inWaiting((sent) => signOut(operation, '/services/data', sent), body),
  'provider-refused': inWaiting((sent) => withWrongClient(operation, '/services/data', sent), body),
  'provider-unavailable': inWaiting(
    (sent) =>
      underFault(
        operation,
        { effect: 'unavailable', match: { pathRegex: '/services/data' } },
        sent,
      ),
    body,
  ),
})

const afterDecision =
  (operation: OperationDefinition, body: object): Provocation =>
  async (world) => {
    const { params = {} } = await askForUpdate(world)
    await world.must(contract.rejectWrite, { params, body: {} })
    return world.send(operation, { params, body })
  }

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
  getApproval: whileReading(contract.getApproval),
  approveWrite: {
    ...whileReading(contract.approveWrite, { shown: 'these' }),
    'approval-decided': afterDecision(contract.approveWrite, { shown: 'these' }),
    'approval-outdated': inWaiting((sent) => sending(contract.approveWrite, sent), {
      shown: 'these',
    }),
  },
  rejectWrite: { 'approval-decided': afterDecision(contract.rejectWrite, {}) },
  createApprovalLink: {
    'approval-decided': afterDecision(contract.createApprovalLink, { consumerRef: 'ana' }),
  },
}
