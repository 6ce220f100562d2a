import type {
  AgentId,
  ApiKeyId,
  ApprovalId,
  BuilderId,
  Capability,
  ConnectLinkId,
  DestinationId,
  IntegrationId,
  OrgId,
  ProjectId,
} from '@platform/contract'

/** Project of a request. */
export interface ProjectRef {
  id: ProjectId
  name: string
  appName: string
  orgId: OrgId
}

/** A project that the caller was admitted to, and what the caller may do in it. */
export interface AdmittedProject extends ProjectRef {
  /** Names the caller in problems, as in “The role member”. */
  who: string
  capabilities: readonly Capability[]
  /** The integrations that the caller is limited to; undefined for all. */
  integrationIds?: readonly IntegrationId[]
  /** The destination that the caller is limited to, as its receiver; undefined for all. */
  destinationId?: DestinationId
}

/** An agent that a builder has connected to a project. */
export interface ConnectedAgent {
  id: AgentId
  /** As the client calls itself. */
  name: string
  project: ProjectRef
  capabilities: readonly Capability[]
}

/** A connect link, whose page acts for an end user. */
export interface CallingLink {
  id: ConnectLinkId
  /** All that the link is for. */
  integration: { id: IntegrationId; name: string; provider: string }
  /** The customer's account that its page opens, and the name that the page gives it; null for all. */
  account: { instance: string; displayName: string | null } | null
}

/** The authenticated sender of a request. */
export type Caller =
  | { kind: 'nobody' }
  | {
      kind: 'builder'
      builderId: BuilderId
      email: string
      emailVerified: boolean
      /** The session of the built-in sign-in to which the token belongs, if any. */
      sessionId?: string
      /** The agent that acts for the builder, if any. */
      agent?: ConnectedAgent
    }
  | {
      /** A server, by a key with capabilities; scope `full` has all. */
      kind: 'full'
      apiKeyId: ApiKeyId
      label: string
      project: ProjectRef
      capabilities: readonly Capability[]
      /** The integrations that the key is limited to; undefined for all. */
      integrations?: readonly { id: IntegrationId; name: string }[]
      /** The destination that the key is limited to; undefined for all. */
      destinationId?: DestinationId
      allowedNetworks: readonly string[]
      expireTime: Date | null
    }
  | {
      kind: 'frontend'
      apiKeyId: ApiKeyId
      /** Label of the key. */
      label: string
      project: ProjectRef
      /** Origin of the calling page; set only if the key is bound to origins. */
      origin?: string
    }
  | {
      kind: 'consumer'
      project: ProjectRef
      groupRef: string
      consumerRef: string
      /** Set if the hosted page acts for the end user. */
      link?: CallingLink
      /** The only approval that an approval link is for. */
      approvalId?: ApprovalId
      /** Roles of a person who may decide about writes; undefined for others, and for agents. */
      approverRoles?: readonly string[]
      /** Whether the token allows to choose where messages about the group are sent. */
      managesDestinations?: true
      /** The key that verified the token of the end user. */
      keyId?: string
      /** Origin of the calling page; set only if the project lists origins, and for links. */
      origin?: string
    }

/** What a caller has begun ends with this: a connect link, a key, or a membership. */
export interface CallingCredential {
  connectLinkId?: ConnectLinkId | undefined
  /** An API key, or the key by which the token of an end user was verified. */
  keyId?: string | undefined
  /** The membership of a builder in the organization of the project. */
  membership?: { orgId: OrgId; builderId: BuilderId } | undefined
}

/** Returns what can be withdrawn from a caller in a project of this organization. */
export function findCallingCredential(caller: Caller, orgId: OrgId): CallingCredential {
  switch (caller.kind) {
    case 'consumer':
      return caller.link ? { connectLinkId: caller.link.id } : { keyId: caller.keyId }
    case 'full':
    case 'frontend':
      return { keyId: caller.apiKeyId }
    case 'builder':
      return { membership: { orgId, builderId: caller.builderId } }
    default:
      return {}
  }
}

/** Who made a link that others use, and with what: a key, a builder, or the agent of one. */
export type LinkMaker =
  | { keyId: ApiKeyId }
  | { builderId: BuilderId; agentId?: AgentId | undefined }

/** Returns the caller as the maker of a link, which ends with their right to make it. */
export function findLinkMaker(caller: Caller): LinkMaker | undefined {
  if (caller.kind === 'full') return { keyId: caller.apiKeyId }
  if (caller.kind !== 'builder') return undefined
  return { builderId: caller.builderId, ...(caller.agent && { agentId: caller.agent.id }) }
}

/** Reports whether a page of the product or its customer calls, rather than the builder or a server. */
export const isInBrowser = ({ kind }: Caller): boolean => kind === 'consumer' || kind === 'frontend'

/** The actor of a change, as recorded for later. */
export function nameOfCaller(caller: Caller): string {
  switch (caller.kind) {
    case 'builder':
      return `builder:${caller.email}`
    case 'consumer':
      return `consumer:${caller.consumerRef}`
    case 'nobody':
      return 'nobody'
    default:
      return `api-key:${caller.apiKeyId}`
  }
}

/** Reports whether the text is the stored name of a caller. */
export const isNameOfCaller = (by: string): boolean =>
  by === 'nobody' || /^(?:builder|consumer|api-key):/.test(by)

/** Returns the name of a caller for use in a sentence. */
export function toSpokenName(by: string): string {
  const [kind, name = ''] = by.split(/:(.*)/s)
  switch (kind) {
    case 'builder':
      return name
    case 'consumer':
      return `the end user ${name}`
    case 'api-key':
      return `your backend (${name})`
    default:
      return by
  }
}
