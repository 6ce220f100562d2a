import { ControlError, type ControlledData } from '../../control.ts'
import { requireDefined } from '../../require-defined.ts'
import { userOrigin, type ChangeType } from '../org/change-events.ts'
import { organizations, type SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'
import type { Orgs } from './orgs.ts'
import {
  createOrgRecord,
  findObject,
  findOrgRecord,
  readRecord,
  updateOrgRecord,
} from '../records/records.ts'

const showOrgRecord = (org: SalesforceOrg, object: SObject, index: number) => ({
  id: org.idAt(object, index),
  values: readRecord(org, object, index, { apiVersion: '60.0' }),
})

export function orgControls(orgs: Orgs): ControlledData {
  const findOrgByAccount = (account = requireDefined(organizations[0]).id): SalesforceOrg => {
    const org = orgs.get(account)
    if (!org) throw new ControlError(`There is no organization ${account}`)
    org.events.origin = userOrigin
    return org
  }

  return {
    accounts: () => organizations.map(({ id, name }) => ({ id, name })),
    create: (account, name, values) => {
      const org = findOrgByAccount(account)
      const object = findObject(org, name)
      return showOrgRecord(
        org,
        object,
        findOrgRecord(org, object, createOrgRecord(org, object, values)),
      )
    },
    update: (account, name, id, values) => {
      const org = findOrgByAccount(account)
      const object = findObject(org, name)
      const index = findOrgRecord(org, object, id)
      updateOrgRecord(org, object, index, values)
      return showOrgRecord(org, object, index)
    },
    delete: (account, name, id) => {
      const org = findOrgByAccount(account)
      const object = findObject(org, name)
      org.delete(object, findOrgRecord(org, object, id))
    },
    restore: (account, name, id) => {
      const org = findOrgByAccount(account)
      const object = findObject(org, name)
      const index = org.findRecordIndex(object, id)
      if (index === undefined) throw new ControlError(`${name} ${id} never existed`)
      org.restore(object, index)
      return showOrgRecord(org, object, index)
    },
    showField: (account, name, field, visible) => {
      const org = findOrgByAccount(account)
      const object = findObject(org, name)
      if (!object.fields.has(field.toLowerCase())) {
        throw new ControlError(`${object.name} has no field ${field}`)
      }
      const hidden = `${object.name}.${field}`.toLowerCase()
      if (visible) org.hiddenFields.delete(hidden)
      else org.hiddenFields.add(hidden)
    },
    forgetCursors: () => orgs.forgetCursors(),
    forgetEvents: () => orgs.forgetEvents(),
    announceGap: (account, name, id, changeType) => {
      const org = findOrgByAccount(account)
      const object = findObject(org, name)
      if (!changeType.startsWith('GAP_')) throw new ControlError(`${changeType} is no gap`)
      org.events.record(object, { type: changeType as ChangeType, id })
    },
    reset: () => orgs.reset(),
  }
}
