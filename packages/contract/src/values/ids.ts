import { z } from 'zod'

/**
 * An identifier with its kind as prefix, such as `org_01j9…`: a TypeID (a UUIDv7 in base32), so
 * that identifiers sort by creation. Opaque for clients.
 */
export type Id<Prefix extends string> = `${Prefix}_${string}`

export type OrgId = Id<'org'>
export type BuilderId = Id<'bld'>
export type ProjectId = Id<'proj'>
export type ApiKeyId = Id<'key'>
export type AgentId = Id<'agt'>
export type ProviderAppId = Id<'papp'>
export type IntegrationId = Id<'int'>
export type RevisionId = Id<'rev'>
export type ConnectionId = Id<'conn'>
export type ConnectLinkId = Id<'clnk'>
export type ConnectSessionId = Id<'csn'>
export type InstallationId = Id<'inst'>
export type ConfigId = Id<'conf'>
export type OperationId = Id<'op'>
export type ApprovalId = Id<'apr'>
export type DestinationId = Id<'dest'>
export type TopicId = Id<'top'>
export type EventTopicRouteId = Id<'etr'>
export type TopicDestinationRouteId = Id<'tdr'>
export type EventId = Id<'evt'>
export type DeliveryId = Id<'dlv'>
export type AttemptId = Id<'att'>
export type DownloadId = Id<'dl'>

/**
 * Schema of an identifier. It accepts any string: a malformed one matches nothing, so look-ups
 * answer 404 as for a missing one.
 */
export const id = <Prefix extends string>(prefix: Prefix) =>
  z
    .string()
    .min(1)
    .max(255)
    .meta({ example: `${prefix}_01jz5q0f8kf3bvw9s2m6t4x7ra` }) as unknown as z.ZodType<Id<Prefix>>

/** Reports whether a text is an ID of this kind, as opposed to a name. */
export const isId = <Prefix extends string>(prefix: Prefix, text: string): text is Id<Prefix> =>
  text.startsWith(`${prefix}_`)
