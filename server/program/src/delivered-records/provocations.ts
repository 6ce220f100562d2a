import * as contract from '@platform/contract'
import { newId } from '@platform/kernel/db/new-id'
import type { Provocation, Provocations } from '@platform/testing/provocations'
import type { World } from '@platform/testing/world'

/** Stores a message with records of the world's installation, as a read does. */
export async function givenRecordMessage(
  { api, tenant, ids }: World,
  {
    result,
    groupRef = 'globex',
    installationId = ids['installationId'],
    resultInfo = { type: 'inline', numRecords: result?.length ?? 1 },
  }: {
    result?: object[] | undefined
    groupRef?: string
    installationId?: string | undefined
    resultInfo?: object
  },
) {
  const id = newId('evt')
  const projectId = tenant.project.id
  const about = { groupName: 'Globex', installationId, objectName: 'Contact', numRecords: 1 }
  const body = { action: 'read', projectId, groupRef, objectName: 'Contact', resultInfo, result }
  await api.database
    .tenant(projectId)
    .insertInto('events')
    .values({
      ...{ id, projectId, type: 'read', groupRef },
      body: JSON.stringify(body),
      about: JSON.stringify(about),
    })
    .execute()
  return { eventId: id }
}

const whileOff =
  (
    operation: typeof contract.getDeliveredRecords | typeof contract.getPreviousRecord,
  ): Provocation =>
  async (world) =>
    world.send(operation, { params: await givenRecordMessage(world, { result: [{ raw: {} }] }) })

export const deliveredRecordsProblems: Provocations = {
  getDeliveredRecords: { 'support-access-off': whileOff(contract.getDeliveredRecords) },
  getPreviousRecord: { 'support-access-off': whileOff(contract.getPreviousRecord) },
}
