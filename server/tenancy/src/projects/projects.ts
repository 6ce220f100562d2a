import { Project, type FrontendKeys, type OrgId, type ProjectId } from '@platform/contract'
import { type TenantLimits, mustBeWithin, noSuchProject } from '@platform/kernel/access'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import { isUniqueViolation } from '@platform/kernel/db/errors'
import { newId } from '@platform/kernel/db/new-id'
import type { Retention } from '@platform/kernel/db/retention'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import { toMaskedColumns } from '@platform/kernel/http/update-mask'
import {
  eraseEvents,
  eraseOlderEvents,
} from '@platform/delivery/notifications/history/erase-events'
import { toProject } from './project-record.ts'
import * as store from './store.ts'
import { must } from '@platform/kernel/values'

/** Creates a project. Names are stored in lower case and are unique on the whole server. */
export async function createProject(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: AcrossTenants,
  { orgId, name, appName }: { orgId: OrgId; name: string; appName: string },
): Promise<Project> {
  return inTransaction(db, async (tx) => {
    const project = await store.insertProject(tx, {
      id: newId('proj'),
      orgId,
      name: name.toLowerCase(),
      appName,
    })
    if (!project) throw nameTaken(name)
    await mustBeWithin(tx, tenantLimits, {
      what: 'projects',
      tenant: orgId,
      count: () => store.countProjects(tx, orgId),
    })
    return toProject(project)
  })
}

/** Finds a project by name, across all owners. */
export async function findProjectNamed(
  db: AcrossTenants,
  name: string,
): Promise<Project | undefined> {
  const project = await store.findProjectByName(db, name.toLowerCase())
  return project && toProject(project)
}

/** Finds a project by its ID for the domains above. */
export const findProject = store.findProject

export async function getProject(
  { retention }: { retention: Retention },
  db: Db,
  projectId: ProjectId,
  { includeEntitlements = false }: { includeEntitlements?: boolean } = {},
): Promise<Project> {
  const project = await store.findProject(db, projectId)
  if (!project) throw noSuchProject(projectId)
  // Self-hosted servers include everything.
  const entitlements = {
    brandingRemoval: { value: true },
    logRetentionDays: { value: retention.logs },
    emptyReadRetentionDays: { value: Math.min(retention.emptyReads, retention.operations) },
  }
  return { ...toProject(project), ...(includeEntitlements && { entitlements }) }
}

const changeable = Project.pick({
  appName: true,
  name: true,
  frontendKeys: true,
  allowedOrigins: true,
})

export async function updateProject(
  db: Db,
  {
    projectId,
    updateMask,
    changes,
  }: {
    projectId: ProjectId
    updateMask: string[]
    changes: {
      name?: string
      appName?: string
      frontendKeys?: FrontendKeys
      allowedOrigins?: string[]
    }
  },
): Promise<Project> {
  const fields = toMaskedColumns(updateMask, changes, changeable)
  const project = await store
    .updateProject(db, projectId, {
      ...fields,
      ...(fields.name !== undefined && { name: fields.name.toLowerCase() }),
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken(must(fields.name, 'name')) : error
    })
  if (!project) throw noSuchProject(projectId)
  return toProject(project)
}

interface Deletion {
  projectId: ProjectId
  force: boolean
}

/**
 * Deletes older events of a project in batches: deleting all of them takes longer than the statement
 * timeout.
 */
export async function beginToDeleteProject(db: Db, deletion: Deletion): Promise<void> {
  await mustBeUnused(db, deletion)
  await eraseOlderEvents(db, deletion.projectId)
}

/** Deletes a project and everything in it; rejected while it has installations, unless forced. */
export async function deleteProject(db: Db, deletion: Deletion): Promise<void> {
  const { projectId } = deletion
  await mustBeUnused(db, deletion)
  await inTransaction(db, async (tx) => {
    await eraseEvents(tx, projectId)
    await store.deleteProject(tx, projectId)
  })
}

async function mustBeUnused(db: Db, { force }: Deletion): Promise<void> {
  const installations = force ? 0 : await store.countInstallations(db)
  if (installations > 0) {
    throw new Problem('project-in-use', {
      detail: `The project still has ${installations} installations.`,
    })
  }
}

const nameTaken = (name: string) => {
  const detail = `Another project is named ${name.toLowerCase()}.`
  return new Problem('project-name-taken', {
    detail,
    issues: [{ in: 'body', name: 'name', value: name, detail }],
  })
}
