import * as contract from '@platform/contract'
import type { Api } from '@platform/kernel/http'
import { paginateAll } from '@platform/kernel/http/paginate'
import { getFirst } from '@platform/kernel/values'
import * as deliveries from '../history/deliveries.ts'
import type { Notifications } from '../notifications.ts'
import * as customers from './customer-destinations.ts'
import { listOfCustomers } from './customer-store.ts'

export function customerDestinationRoutes(api: Api, notifications: Notifications): void {
  api.serve(contract.getCustomerDestinationSettings, ({ db, ...asking }) =>
    customers.getCustomerSettings(db, asking),
  )
  api.serve(contract.setCustomerDestinationSettings, ({ db, body, ...asking }) =>
    customers.setCustomerSettings(notifications, db, asking, body),
  )
  api.serve(contract.listCustomerDestinations, ({ db, query, ...asking }) => {
    const ownGroup = customers.mustManageDestinations(asking)
    return paginateAll(listOfCustomers(db, ownGroup ?? query.groupRef), query, (rows) =>
      customers.toCustomerDestinations(notifications, db, rows),
    )
  })
  api.serve(contract.createCustomerDestination, ({ db, body, ...asking }) =>
    customers.createCustomerDestination(notifications, db, asking, body),
  )
  api.serve(contract.getCustomerDestination, async ({ db, params, ...asking }) => {
    const row = await customers.requireOfCustomer(db, asking, params.destinationId)
    return getFirst(await customers.toCustomerDestinations(notifications, db, [row]))
  })
  api.serve(contract.updateCustomerDestination, ({ db, params, body, ...asking }) =>
    customers.updateCustomerDestination(notifications, db, asking, {
      id: params.destinationId,
      updateMask: body.updateMask,
      changes: body.destination,
    }),
  )
  api.serve(contract.deleteCustomerDestination, ({ db, params, ...asking }) =>
    customers.deleteCustomerDestination(notifications, db, asking, params.destinationId),
  )
  api.serve(contract.testCustomerDestination, {
    carryOut: ({ db, params, ...asking }) =>
      customers.requireOfCustomer(db, asking, params.destinationId),
    conclude: (_request, row) => deliveries.testDestinationRow(notifications, row),
  })
  api.serve(contract.rotateCustomerDestination, ({ db, params, ...asking }) =>
    customers.rotateCustomerDestination(notifications, db, asking, params.destinationId),
  )
  serveDeliveries(api, notifications)
}

function serveDeliveries(api: Api, notifications: Notifications): void {
  api.serve(contract.listCustomerDeliveries, async ({ db, params, query, ...asking }) => {
    const { id } = await customers.requireOfCustomer(db, asking, params.destinationId)
    return deliveries.listDeliveries(db, {
      ...query,
      projectId: asking.project.id,
      destinationId: id,
    })
  })
  api.serve(contract.listCustomerAttempts, async ({ db, params, ...asking }) => {
    const { id } = await customers.requireOfCustomer(db, asking, params.destinationId)
    await deliveries.mustBeDeliveryTo(db, params.deliveryId, id)
    return deliveries.listAttempts(db, params.deliveryId)
  })
  api.serve(contract.retryCustomerDelivery, async ({ db, params, ...asking }) => {
    const { id } = await customers.requireOfCustomer(db, asking, params.destinationId)
    await deliveries.mustBeDeliveryTo(db, params.deliveryId, id)
    return deliveries.retryDelivery(notifications, db, params.deliveryId)
  })
}
