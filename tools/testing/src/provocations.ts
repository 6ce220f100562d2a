import type { OperationDefinition, ProblemKind } from '@platform/contract'
import type { Limited } from '@platform/kernel/access'
import type { WorldReply, WorldRequest, World } from './world.ts'

/** Causes a problem and returns the reply that reports it. */
export type Provocation = (world: World) => Promise<WorldReply>

/** By the ID of the operation, then by problem. */
export type Provocations = Record<string, { [Kind in ProblemKind]?: Provocation }>

/** Path parameters that name the missing resource. */
const named: { [Kind in ProblemKind]?: readonly string[] } = {
  'agent-not-found': ['agentId'],
  'api-key-not-found': ['apiKey'],
  'approval-not-found': ['approvalId'],
  'connect-link-not-found': ['connectLinkId'],
  'connect-session-not-found': ['connectSessionId'],
  'connection-not-found': ['connectionId'],
  'consumer-not-found': ['consumerRef'],
  'delivery-not-found': ['deliveryId'],
  'destination-not-found': ['destinationId', 'destination'],
  'event-not-found': ['eventId'],
  'group-not-found': ['groupRef'],
  'installation-not-found': ['installationId'],
  'integration-not-found': ['integrationId', 'integrationIdOrName'],
  'invite-not-found': ['inviteId'],
  'jwt-key-not-found': ['keyId'],
  'membership-not-found': ['builderId'],
  'notification-route-not-found': ['routeId'],
  'operation-not-found': ['operationId'],
  'provider-app-not-found': ['providerAppId'],
  'provider-not-found': ['provider'],
  'pull-consumer-not-found': ['consumer'],
  'replay-not-found': ['replayId'],
  'revision-not-found': ['revisionId'],
  'topic-not-found': ['topicId'],
  'event-type-not-found': ['eventType'],
}

/** Requests a made-up ID from every operation that declares the problem. */
export function requestMadeUpRecords(operations: readonly OperationDefinition[]): Provocations {
  const provocations: Provocations = {}
  for (const operation of operations) {
    for (const kind of operation.problems ?? []) {
      const param = named[kind]?.find((name) => operation.path.includes(`{${name}}`))
      if (param === undefined) continue
      const provoke: Provocation = ({ send }) => send(operation, { params: { [param]: 'made-up' } })
      provocations[operation.id] = { ...provocations[operation.id], [kind]: provoke }
    }
  }
  return provocations
}

/** Provokes the problem while the tenant is at its limit. */
export const atLimit =
  (what: Limited, provoke: Provocation): Provocation =>
  async (world) => {
    const { tenantLimits } = world.api
    const before = tenantLimits[what]
    tenantLimits[what] = 0
    try {
      return await provoke(world)
    } finally {
      tenantLimits[what] = before
    }
  }

/** Sends the request as another member, about the owner. */
export const byMember =
  (operation: OperationDefinition): Provocation =>
  ({ send, member, tenant }) =>
    send(operation, { params: { builderId: tenant.owner.id }, as: { token: member.token } })

export const sending =
  (operation: OperationDefinition, sent: WorldRequest): Provocation =>
  ({ send }) =>
    send(operation, sent)
