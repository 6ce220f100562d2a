import type { ProblemKind } from '@platform/contract'
import { Problem } from '../problems/problem.ts'

/**
 * Problems for missing rows, by the last column of a foreign key, which is called
 * `<table>_<columns>_fkey`.
 */
const missing: Record<string, ProblemKind> = {
  agent_id: 'agent-not-found',
  builder_id: 'builder-not-found',
  connection_id: 'connection-not-found',
  consumer_ref: 'consumer-not-found',
  destination_id: 'destination-not-found',
  group_ref: 'group-not-found',
  installation_id: 'installation-not-found',
  integration_id: 'integration-not-found',
  operation_id: 'operation-not-found',
  org_id: 'org-not-found',
  project_id: 'project-not-found',
  provider_app_id: 'provider-app-not-found',
  revision_id: 'revision-not-found',
  // The subscription is deleted with its connection.
  subscription_id: 'connection-not-found',
  topic_id: 'topic-not-found',
}

const missingBySuffix = new RegExp(`_(${Object.keys(missing).join('|')})_fkey$`)

const taken: Record<string, ProblemKind> = {
  claimed_domains_domain_key: 'domain-claimed',
  destinations_name: 'destination-name-taken',
  event_topic_routes_topic_id_event_type_key: 'route-exists',
  installations_integration_id_group_ref_key: 'installation-exists',
  integrations_project_id_name_key: 'integration-name-taken',
  invites_org_id_invited_email_idx: 'invite-exists',
  memberships_org_id_builder_id_key: 'membership-exists',
  projects_name_key: 'project-name-taken',
  provider_apps_project_id_provider_external_ref_key: 'provider-app-exists',
  topic_destination_routes_topic_id_destination_id_key: 'route-exists',
  topics_project_id_name_key: 'topic-name-taken',
}

/** Returns the problem of a request that lost a race; undefined for any other constraint. */
export function kindOfViolation(constraint: string): ProblemKind | undefined {
  const column = missingBySuffix.exec(constraint)?.[1]
  if (column !== undefined) return missing[column]
  return Object.hasOwn(taken, constraint) ? taken[constraint] : undefined
}

/**
 * Returns the problem for a row that was created or deleted between a check and the statement that
 * depends on it.
 */
export function violationProblem(error: unknown): Problem | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  if ((code !== '23503' && code !== '23505') || typeof constraint !== 'string') return undefined
  const kind = kindOfViolation(constraint)
  if (!kind) return undefined
  return new Problem(kind, {
    detail:
      code === '23503'
        ? 'A resource that the request refers to was deleted meanwhile.'
        : 'A concurrent request created it first.',
    cause: error,
  })
}
