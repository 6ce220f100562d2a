import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import type { Notifications } from '@platform/delivery/notifications/notifications'
import {
  isReceiverChanged,
  mustChooseReceiver,
} from '@platform/delivery/notifications/set-up/choose-receiver'
import type { Services } from '@platform/kernel/services'
import { hideHeaders } from '@platform/delivery/notifications/set-up/hide-headers'
import { getFirst } from '@platform/kernel/values'
import { changeDestination, removeDestination } from './remove-destination.ts'
import { removeIntegration } from './remove-integration.ts'
import { removeJwtKey } from './remove-jwt-key.ts'
import { removeProviderApp } from './remove-provider-app.ts'

/** Deletions and renamings of resources that others use, in a domain above all users. */
export function removalRoutes(api: Api, services: Services, notifications: Notifications): void {
  api.serve(contract.deleteDestination, async ({ params, query, reply, db }) => {
    const removed = await removeDestination(notifications, db, { ...params, ...query })
    reply.header('platform-paused-installations', removed.installations)
    reply.header('platform-canceled-deliveries', removed.canceledDeliveries)
  })

  api.serve(contract.updateDestination, async ({ project, params, query, body, db }) => {
    if (isReceiverChanged(body.updateMask)) mustChooseReceiver(project)
    const changed = await changeDestination(notifications, db, {
      ...params,
      ...query,
      updateMask: body.updateMask,
      changes: body.destination,
    })
    return getFirst(hideHeaders(project, [changed]))
  })

  api.serve(contract.deleteIntegration, async ({ params, query, reply, db }) => {
    const count = await removeIntegration(services, db, { ...params, ...query })
    reply.header('platform-uninstalled', count)
  })

  api.serve(contract.deleteProviderApp, async ({ params, query, reply, db }) => {
    const count = await removeProviderApp(services, db, { ...params, ...query })
    reply.header('platform-stopped-connections', count)
  })

  api.serve(contract.deleteJWTKey, ({ params, query, db }) =>
    removeJwtKey(db, { ...params, ...query }),
  )
}
