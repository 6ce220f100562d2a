import { ControlError, type ControlledData } from '../../control.ts'
import { requireDefined } from '../../require-defined.ts'
import type { CrmObject } from '../portal/crm-object.ts'
import { portals as listed, type Portal } from '../portal/portal.ts'
import type { Portals } from './portals.ts'
import {
  createPortalRecord,
  recordWriter,
  requireRecord,
  updatePortalRecord,
} from '../records/records.ts'

const showPortalRecord = (portal: Portal, object: CrmObject, index: number) => {
  const names = [...object.properties.keys()]
  const { id, properties } = recordWriter(portal, object, names)(index)
  return { id, values: properties }
}

export function portalControls(
  portals: Portals,
  { forgetEvents, onReset }: { forgetEvents: () => void; onReset: () => void },
): ControlledData {
  const findPortal = (account = requireDefined(listed[0]).id): Portal => {
    const portal = portals.get(account)
    if (!portal) throw new ControlError(`There is no portal ${account}`)
    return portal
  }

  return {
    accounts: () => listed,
    create: (account, type, values) => {
      const portal = findPortal(account)
      const object = portal.object(type)
      return showPortalRecord(
        portal,
        object,
        portal.asUser(() => createPortalRecord(portal, object, values)),
      )
    },
    update: (account, type, id, values) => {
      const portal = findPortal(account)
      const object = portal.object(type)
      const index = requireRecord(portal, object, id)
      portal.asUser(() => updatePortalRecord(portal, object, index, values))
      return showPortalRecord(portal, object, index)
    },
    delete: (account, type, id) => {
      const portal = findPortal(account)
      const object = portal.object(type)
      const index = requireRecord(portal, object, id)
      portal.asUser(() => portal.archive(object, index))
    },
    restore: (account, type, id) => {
      const portal = findPortal(account)
      const object = portal.object(type)
      const index = requireRecord(portal, object, id, { archived: true })
      portal.asUser(() => portal.restore(object, index))
      return showPortalRecord(portal, object, index)
    },
    showField: (account, type, name, visible) => {
      const property = findPortal(account).object(type).properties.get(name)
      if (!property) throw new ControlError(`${type} has no property ${name}`)
      property.archived = !visible
    },
    forgetEvents,
    announceGap: () => {
      throw new ControlError('HubSpot announces no gaps')
    },
    forgetCursors: () => {
      throw new ControlError('HubSpot keeps no cursors; use the fault cursor-gone')
    },
    reset: () => {
      portals.reset()
      onReset()
    },
  }
}
