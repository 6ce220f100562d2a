import type { BuilderId, BuilderInfo } from '@platform/contract'
import { capabilitiesInProject } from '@platform/kernel/access'
import type { AcrossTenants } from '@platform/kernel/db/database'
import {
  getBuilder,
  listOrganizations,
  organizationsThatInvited,
  organizationThatClaimed,
} from '../organizations/organizations.ts'
import { toProject } from './project-record.ts'
import * as store from './store.ts'

/** Returns the builder, their permissions, and the organizations they could join. */
export async function getMyInfo(
  db: AcrossTenants,
  {
    builderId,
    email,
    emailVerified,
  }: { builderId: BuilderId; email: string; emailVerified: boolean },
): Promise<BuilderInfo> {
  const orgs = await listOrganizations(db, builderId)
  const projects = await store.selectBuilderProjects(db, builderId).orderBy('projects.id').execute()
  const claiming = emailVerified ? await organizationThatClaimed(db, email) : undefined
  const inviting = emailVerified ? await organizationsThatInvited(db, email) : []
  const isMember = orgs.some(({ org }) => org.id === claiming?.id)

  const principal = { principalType: 'builder', principalId: builderId } as const
  const orgRoles = orgs.map(({ role, org }) => ({ role, ...principal, org }))
  return {
    builder: await getBuilder(db, builderId),
    projectRoles: Object.fromEntries(
      projects.map((project) => [
        project.id,
        {
          role: project.role,
          ...principal,
          capabilities: [...capabilitiesInProject(project.role)],
          project: toProject(project),
        },
      ]),
    ),
    orgRole: orgRoles[0],
    orgRoles,
    invitedOrgs: inviting.length > 0 ? inviting : undefined,
    joinableOrgs: claiming && !isMember ? [claiming] : undefined,
  }
}
