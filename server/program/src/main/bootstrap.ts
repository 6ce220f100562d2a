import { userInfo } from 'node:os'
import {
  createOrg,
  createOrgInvite,
  createProject as createProjectOperation,
  type OrgId,
} from '@platform/contract'
import { z } from 'zod'
import { noTenantLimits } from '@platform/kernel/access'
import { insertRecords } from '@platform/tenancy/audit/store'
import type { Database } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { createOrganization, getOrganization } from '@platform/tenancy/organizations/organizations'
import { listOwners } from '@platform/tenancy/organizations/memberships'
import { createApiKey } from '@platform/tenancy/projects/api-keys'
import { createProject, findProjectNamed } from '@platform/tenancy/projects/projects'
import { Problem } from '@platform/kernel/problems/problem'
import {
  createBuilder,
  newPassword,
  type HashedPassword,
} from '@platform/tenancy/sign-in/create-builder'
import { createMailer } from '@platform/tenancy/sign-in/mailer'
import { serverSecret } from '@platform/kernel/secrets'
import { createSignIn } from '@platform/tenancy/sign-in/sign-in'
import { loadMasterKeys } from './settings/master-key.ts'
import { openForCommand } from './storage/open-database.ts'
import { createLog } from './log.ts'
import { getPublicUrl } from './platform.ts'
import { readSettings, SettingsError } from './settings/settings.ts'
import { getFirst } from '@platform/kernel/values'

export interface BootstrappedTenant {
  orgId: string
  projectId: string
  projectName: string
  apiKey: string
  frontendApiKey: string
  ownerId: string
  ownerEmail: string
  /** Used only for a new owner: existing users keep their password. */
  ownerPassword: string
}

const operator = { tenantLimits: noTenantLimits }

/**
 * Creates an organization, its owner, a project and its two keys. Hashing a password takes a tenth of
 * a second of CPU time: for many tenants, pass one `newPassword`.
 */
export async function createTenant(
  database: Database,
  { org, project, owner }: { org: string; project: string; owner: string },
  password: Promise<HashedPassword> = newPassword(),
): Promise<BootstrappedTenant> {
  const { text: ownerPassword, hash: passwordHash } = await password
  const builder = await createBuilder(database.everything, {
    email: owner.toLowerCase(),
    passwordHash,
    name: getFirst(owner.split('@', 1)),
  })
  const { id: orgId } = await createOrganization(operator, database.everything, {
    label: org,
    ownerId: builder.id,
  })
  const { id: projectId, name } = await createProject(operator, database.everything, {
    orgId,
    name: project,
    appName: org,
  })
  const db = database.tenant(projectId)
  const full = await createApiKey(operator, db, { projectId, label: 'Server', scopes: ['full'] })
  const frontend = await createApiKey(operator, db, {
    projectId,
    label: 'UI Library',
    scopes: ['frontend'],
  })
  return {
    orgId,
    projectId,
    projectName: name,
    apiKey: full.key,
    frontendApiKey: frontend.key,
    ownerId: builder.id,
    ownerEmail: owner,
    ownerPassword,
  }
}

/** First audit entry of an organization created by the CLI. */
const recordBootstrap = (
  database: Database,
  { orgId, projectId }: Pick<BootstrappedTenant, 'orgId' | 'projectId'>,
) =>
  insertRecords(database, [
    {
      id: newId('aud'),
      orgId,
      projectId,
      actorKind: 'operator',
      actorId: userInfo().username,
      actorLabel: null,
      action: 'bootstrap',
      target: `/v1/orgs/${orgId}`,
      requestId: newId('req'),
      ip: null,
      userAgent: null,
      before: null,
      after: null,
    },
  ])

/**
 * `platform bootstrap`: creates a tenant, even while the server runs, and returns what is needed to
 * use it, including a builder's token valid for some minutes. An existing tenant is reported and
 * left unchanged; its keys are not shown again.
 */
export async function bootstrap(given: {
  org: string
  project: string
  owner?: string
}): Promise<Record<string, string>> {
  const { org, project, owner } = asTheApiTakesThem(given)
  const settings = readSettings(process.env)
  const masterKeys = await loadMasterKeys(settings.PLATFORM_MASTER_KEY, {
    data: settings.PLATFORM_DATA,
    mayCreate: settings.DATABASE_URL === undefined,
  })
  const { database, close } = await openForCommand(settings)
  const publicUrl = getPublicUrl(settings)
  const signIn = createSignIn(database, {
    publicUrl,
    mailer: createMailer({ publicUrl, log: createLog({ PLATFORM_LOG_LEVEL: 'silent' }) }),
    secret: await serverSecret(database, masterKeys, 'sign-in'),
  })
  try {
    const before = await findTenant(database, { org, project, owner })
    if (before) return { baseUrl: publicUrl, ...before }
    const { ownerId, ...tenant } = await createTenant(database, {
      ...{ org, project },
      owner: owner ?? `owner+${newId('o').slice(-6)}@localhost.test`,
    })
    await recordBootstrap(database, tenant)
    const accessToken = await signIn.issueToken(ownerId as `bld_${string}`)
    return { baseUrl: publicUrl, builderId: ownerId, ...tenant, accessToken }
  } finally {
    await signIn.close()
    await close()
  }
}

const names = z.object({
  org: createOrg.body.shape.label,
  project: createProjectOperation.body.shape.name,
  owner: createOrgInvite.body.shape.email.optional(),
})

/**
 * Validates the values like the API.
 * @throws SettingsError with the invalid names
 */
function asTheApiTakesThem(given: object): z.output<typeof names> {
  const { data, error } = names.safeParse(given)
  if (data) return data
  throw new SettingsError(
    error.issues
      .map(({ path, message }) => `--${path.join('.')}: ${message.replace(/\.$/, '')}.`)
      .join(' '),
  )
}

/**
 * Returns the tenant if it exists.
 * @throws Problem if the project belongs to another organization
 * @throws SettingsError if the organization does not belong to the given owner
 */
async function findTenant(
  database: Database,
  { org, project, owner }: z.output<typeof names>,
): Promise<Record<string, string> | undefined> {
  const found = await findProjectNamed(database.everything, project)
  if (!found) return undefined
  const { id: orgId, label } = await getOrganization(database.everything, found.orgId)
  if (label !== org) {
    throw new Problem('project-name-taken', {
      detail: `The organization ${label} already has a project named ${found.name}: choose another name.`,
    })
  }
  if (owner !== undefined) await mustBeOwner(database, { id: orgId, label }, owner)
  return { orgId, projectId: found.id, projectName: found.name, note: 'It already existed.' }
}

async function mustBeOwner(
  database: Database,
  { id, label }: { id: OrgId; label: string },
  email: string,
): Promise<void> {
  const owners = await listOwners(database.tenant(id), id)
  const addresses = owners.map(({ primaryEmail }) => primaryEmail)
  if (addresses.some((address) => address.toLowerCase() === email.toLowerCase())) return
  throw new SettingsError(
    `--owner: ${email} is not an owner of ${label}, which already exists and was not changed. Omit --owner, or ask one of its owners for an invite: ${addresses.join(', ')}.`,
  )
}

export { checkProviders } from './check-providers.ts'
export { generateProvider } from '@platform/connectors/generate'
export { rotateKeysOfServer as rotateKeys } from './rotate-keys.ts'
export { migrateServer as migrate } from './storage/migrate.ts'
export { backupServer as backup } from './storage/backup.ts'
export { restoreServer as restore } from './storage/restore.ts'
