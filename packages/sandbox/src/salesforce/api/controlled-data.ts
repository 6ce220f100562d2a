import { ControlError, type ControlledData } from '../../control.ts'
import { must } from '../../must.ts'
import type { ChangeType } from '../org/change-events.ts'
import { organizations, type Org } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'
import type { Orgs } from './orgs.ts'
import {
  createRecord,
  findObject,
  findRecord,
  readRecord,
  updateRecord,
} from '../records/records.ts'

const shown = (org: Org, object: SObject, index: number) => ({
  id: org.idAt(object, index),
  values: readRecord(org, object, index, { apiVersion: '60.0' }),
})

export function controlledData(orgs: Orgs): ControlledData {
  const orgOf = (account = must(organizations[0]).id): Org => {
    const org = orgs.get(account)
    if (!org) throw new ControlError(`There is no organization ${account}`)
    return org
  }

  return {
    accounts: () => organizations.map(({ id, name }) => ({ id, name })),
    create: (account, name, values) => {
      const org = orgOf(account)
      const object = findObject(org, name)
      return shown(org, object, findRecord(org, object, createRecord(org, object, values)))
    },
    update: (account, name, id, values) => {
      const org = orgOf(account)
      const object = findObject(org, name)
      const index = findRecord(org, object, id)
      updateRecord(org, object, index, values)
      return shown(org, object, index)
    },
    delete: (account, name, id) => {
      const org = orgOf(account)
      const object = findObject(org, name)
      org.delete(object, findRecord(org, object, id))
    },
    restore: (account, name, id) => {
      const org = orgOf(account)
      const object = findObject(org, name)
      const index = org.indexOf(object, id)
      if (index === undefined) throw new ControlError(`${name} ${id} never existed`)
      org.restore(object, index)
      return shown(org, object, index)
    },
    showField: (account, name, field, visible) => {
      const org = orgOf(account)
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
      const org = orgOf(account)
      const object = findObject(org, name)
      if (!changeType.startsWith('GAP_')) throw new ControlError(`${changeType} is no gap`)
      org.events.record(object, { type: changeType as ChangeType, id })
    },
    reset: () => orgs.reset(),
  }
}
