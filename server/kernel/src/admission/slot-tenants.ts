import type { OrgId, ProjectId } from '@platform/contract'
import type { SlotTenant } from './fair-slots.ts'

/** Returns who a project's work counts for, without waiting. */
export type FindSlotTenant = (project: ProjectId | 'operator') => SlotTenant

/** Counts each project as an organization of its own. */
export const countAsOwnOrg: FindSlotTenant = (project) => ({ org: project, project })

export interface SlotTenants {
  find: FindSlotTenant
  /** Returns the known projects of an organization. */
  listProjects(org: string): readonly ProjectId[]
}

/** Far more than the projects that are in use at a time. */
const maxKnown = 100_000

/**
 * Learns the organizations of projects, which never change. Until it is known, and if it cannot be
 * looked up, a project counts as an organization of its own.
 */
export function createSlotTenants(
  findOrg: (projectId: ProjectId) => Promise<OrgId | undefined>,
): SlotTenants {
  const orgs = new Map<ProjectId, OrgId>()
  const projects = new Map<string, ProjectId[]>()
  const asked = new Set<ProjectId>()

  const learn = async (projectId: ProjectId) => {
    asked.add(projectId)
    try {
      const org = await findOrg(projectId)
      if (!org) return
      if (orgs.size >= maxKnown) {
        orgs.clear()
        projects.clear()
      }
      orgs.set(projectId, org)
      projects.set(org, [...(projects.get(org) ?? []), projectId])
    } catch {
      // The next call asks again.
    } finally {
      asked.delete(projectId)
    }
  }

  return {
    find(project) {
      if (project === 'operator') return { org: project, project }
      const org = orgs.get(project)
      if (org === undefined && !asked.has(project)) void learn(project)
      return { org: org ?? project, project }
    },
    listProjects: (org) => projects.get(org) ?? [],
  }
}
