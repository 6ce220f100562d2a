import type { Directory } from '@platform/kernel/access'
import {
  findConnectLink,
  noteConnectLinkUse,
} from '@platform/installations/connect-links/connect-links'
import { findApprovalLink } from '@platform/data/write/approvals/approvals'
import { findIntegrationsOfIds } from '@platform/installations/integrations/integrations'
import { listAgentCapabilities } from '@platform/tenancy/agents/agents'
import { findAgentByToken, noteAgentUse } from '@platform/tenancy/agents/store'
import { findRole } from '@platform/tenancy/organizations/store'
import {
  findApiKeyByHash,
  findProjectByIdOrName,
  findProjectOfKey,
  findVerifyingKey,
  noteTokenUse,
  noteUse,
} from '@platform/tenancy/projects/store'
import { listKeyCapabilities } from '@platform/tenancy/projects/withdrawn-keys'
import { hasEnded } from '@platform/tenancy/sign-in/ended-sessions'

/** Implements the look-ups of access with the domains that own the data. */
export const directory: Directory = {
  findApiKey: findApiKeyByHash,
  noteUse,
  findAgentByToken,
  noteAgentUse,
  findConnectLink,
  noteConnectLinkUse,
  findApprovalLink,
  listKeyCapabilities,
  listAgentCapabilities,
  findProject: findProjectByIdOrName,
  findProjectOfKey,
  findVerifyingKey,
  noteTokenOf: noteTokenUse,
  findRole,
  hasEnded,
  findIntegrations: findIntegrationsOfIds,
}
