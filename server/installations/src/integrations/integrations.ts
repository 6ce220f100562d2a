import { isDeepStrictEqual } from 'node:util'
import type {
  BodyOf,
  DeployedIntegration,
  DeployedRevision,
  createIntegration as createIntegrationOperation,
  Integration,
  IntegrationId,
  IntegrationSubscribeObject,
  ManifestIntegration,
  ProjectId,
  RevisionId,
} from '@platform/contract'
import { specVersion } from '@platform/manifest'
import { mustBeWithin } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { mustHaveRoom } from '@platform/tenancy/projects/stored-bytes'
import type { Services } from '@platform/kernel/services'
import { findReadObject } from './read-object.ts'
import { checkContent, checkManifest, parseDeclared, placeInBody } from './check-manifest.ts'
import * as store from './store.ts'

declare module '@platform/kernel/services' {
  interface Services {
    /** Minimum interval between scheduled reads. */
    readMinIntervalMinutes: number
    /** Returns the installed integrations, with the provider of each. */
    findInstalledProviders(db: Db): Promise<{ name: string; provider: string }[]>
  }
}

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /**
     * Adjusts what installations read to the new revision; removed objects are paused on request.
     */
    'integration-revised': {
      projectId: ProjectId
      integrationId: IntegrationId
      isDestructive: boolean
      /** Objects whose records were kept until this revision. */
      unkept: string[]
    }
  }
}

export {
  findIntegrationOfRevision,
  findIntegrations,
  findIntegrationsByName,
  findIntegrationsOfIds,
  findRevisionsMentioning,
  integrationQuery,
  revisionQuery,
} from './store.ts'
export type { IntegrationRow } from './store.ts'

/** Finds integrations whose latest revision uses a destination with one of these names. */
export async function integrationsSendingTo(
  db: Db,
  destinations: readonly string[],
): Promise<store.IntegrationRow[]> {
  const rows = await store.findDeployedMentioning(db, destinations)
  return rows.filter(({ content: { read, subscribe, watchSchema } }) =>
    [...(read?.objects ?? []), ...(subscribe?.objects ?? []), ...(watchSchema ? [watchSchema] : [])]
      .flatMap(({ destination }) => destination ?? [])
      .some((name) => destinations.includes(name)),
  )
}

export const toIntegration = (row: store.IntegrationRow): Integration => ({
  id: row.id,
  projectId: row.projectId,
  name: row.name,
  provider: row.provider,
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime?.toISOString(),
  latestRevision: {
    id: row.latestRevisionId,
    specVersion: row.specVersion,
    createTime: row.revisionCreateTime.toISOString(),
    content: row.content,
  },
})

/** Returns the integration with an outline instead of its definition, which can be 1,000 times as large. */
export const toBriefIntegration = ({ content, ...row }: store.IntegrationRow): Integration => {
  const { read, write, subscribe } = content
  return toIntegration({
    ...row,
    content: {
      ...content,
      ...(read && { read: { ...read, objects: read.objects?.map(nameOnly) } }),
      ...(write && { write: { ...write, objects: write.objects?.map(nameOnly) } }),
      ...(subscribe && {
        subscribe: { ...subscribe, objects: subscribe.objects?.map(nameAndDestination) },
      }),
    },
  })
}

const nameOnly = ({ objectName }: { objectName: string }) => ({ objectName })
const nameAndDestination = ({ objectName, destination }: IntegrationSubscribeObject) => ({
  objectName,
  destination,
})

export const toRevision = (row: store.RevisionRow): DeployedRevision => ({
  id: row.id,
  specVersion: row.specVersion,
  createTime: row.createTime.toISOString(),
  content: row.content,
  ...(row.createdBy !== null && { createdBy: row.createdBy }),
  ...(row.restores !== null && { restores: row.restores }),
})

/** Finds an integration by ID or name. */
export async function getIntegration(db: Db, idOrName: string): Promise<store.IntegrationRow> {
  const row = await store.findIntegration(db, idOrName)
  if (!row) throw integrationNotFound(idOrName)
  return row
}

export const integrationNotFound = (idOrName: string) =>
  new Problem('integration-not-found', { detail: `The project has no integration ${idOrName}.` })

/**
 * Deploys a `platform.yaml` completely or, if it has an error, not at all. An integration that
 * differs from its latest revision gets a new one; others are unchanged. Concurrent deployments of
 * the same integration are serialized, and each revision is kept.
 */
export async function deployManifest(
  services: Services,
  db: Db,
  {
    projectId,
    sourceYaml,
    by,
    isDestructive = false,
  }: { projectId: ProjectId; sourceYaml: string; by: string; isDestructive?: boolean | undefined },
): Promise<Omit<DeployedIntegration, 'effects'>[]> {
  const integrations = await checkManifest(services, db, sourceYaml)
  const names = integrations.map(({ name }) => name)
  const changes = new Map<string, Change>()
  const rows = await inTransaction(db, async (tx) => {
    // In a fixed order, so that two deployments cannot deadlock.
    for (const content of integrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const deployed = await deploy(services, tx, { projectId, content, by, isDestructive })
      changes.set(content.name, deployed)
    }
    await mustFit(services, tx, projectId)
    // Within the lock, so that no concurrent deployment comes in between.
    return store.findIntegrationsByName(tx, names)
  })
  return rows
    .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
    .map((row) => ({ ...toIntegration(row), change: changes.get(row.name) ?? 'unchanged' }))
}

type Change = DeployedIntegration['change']

/** Rejects the deployment if the project now exceeds a limit. */
async function mustFit({ tenantLimits }: Services, tx: Db, projectId: ProjectId): Promise<void> {
  await mustBeWithin(tx, tenantLimits, {
    what: 'integrations',
    tenant: projectId,
    count: () => store.countIntegrations(tx, projectId),
  })
  await mustHaveRoom(tx, tenantLimits, projectId)
}

async function deploy(
  services: Services,
  tx: Db,
  {
    projectId,
    content,
    by,
    isDestructive,
    restores,
  }: {
    projectId: ProjectId
    content: ManifestIntegration
    by: string
    isDestructive: boolean
    restores?: RevisionId
  },
): Promise<Change> {
  if (await insertIntegration(tx, { projectId, content, by })) return 'created'
  await store.lockIntegration(tx, content.name)
  const [before] = await store.findIntegrationsByName(tx, [content.name])
  if (!before) throw makeDeletedProblem(content.name)
  const isSame = isDeepStrictEqual(before.content, content)
  if (before.provider !== content.provider) await mustNotBeInstalled(services, tx, before)
  if (!isSame) await revise(tx, before, { content, by, restores })
  if (!isSame || isDestructive) {
    await enqueue(tx, 'integration-revised', {
      ...{ projectId, integrationId: before.id, isDestructive },
      unkept: listUnkeptObjects(before.content, content),
    })
  }
  return isSame ? 'unchanged' : 'updated'
}

/** Returns the objects whose records are no longer kept. */
const listUnkeptObjects = (before: ManifestIntegration, after: ManifestIntegration): string[] =>
  (before.read?.objects ?? [])
    .filter(
      ({ objectName, keepRecords }) =>
        keepRecords === true && findReadObject(objectName, after)?.keepRecords !== true,
    )
    .map(({ objectName }) => objectName)

/** It may have been installed since the file was checked. */
async function mustNotBeInstalled(
  { findInstalledProviders }: Services,
  tx: Db,
  { name, provider }: store.IntegrationRow,
): Promise<void> {
  const installed = await findInstalledProviders(tx)
  if (!installed.some((one) => one.name === name)) return
  throw new Problem('manifest-invalid', {
    detail: `${name} is installed with accounts of ${provider}, so its provider cannot change.`,
    remedy: 'Use another name for the integration of the other provider.',
  })
}

const makeDeletedProblem = (name: string) =>
  new Problem('integration-not-found', {
    detail: `${name} was deleted during the deployment.`,
    remedy: 'Deploy it again.',
  })

/** Deploys one integration of a manifest. */
export async function createRevision(
  services: Services,
  db: Db,
  {
    integrationIdOrName,
    sourceYaml,
    by,
    isDestructive = false,
  }: {
    integrationIdOrName: string
    sourceYaml: string
    by: string
    isDestructive?: boolean | undefined
  },
): Promise<Integration> {
  const { id, name, projectId } = await getIntegration(db, integrationIdOrName)
  const content = await parseDeclared(services, db, { name, sourceYaml })
  await inTransaction(db, async (tx) => {
    await deploy(services, tx, { projectId, content, by, isDestructive })
    await mustFit(services, tx, projectId)
  })
  return toIntegration(await getIntegration(db, id))
}

/** Deploys the content of an earlier revision again, if it is still valid. */
export async function rollBack(
  services: Services,
  db: Db,
  {
    integrationIdOrName,
    revisionId,
    by,
    isDestructive = false,
  }: {
    integrationIdOrName: string
    revisionId: RevisionId
    by: string
    isDestructive?: boolean | undefined
  },
): Promise<Integration> {
  const { id, projectId } = await getIntegration(db, integrationIdOrName)
  const { content, specVersion: version } = await getRevision(db, id, revisionId)
  await checkContent(services, db, {
    specVersion: version,
    content,
    placeOf: (path) => ({ in: 'path', name: path }),
    remedy: 'Fix the listed `issues` and roll back again, or deploy a corrected platform.yaml.',
  })
  await inTransaction(db, async (tx) => {
    const restores = revisionId
    await deploy(services, tx, { projectId, content, by, isDestructive, restores })
    await mustFit(services, tx, projectId)
  })
  return toIntegration(await getIntegration(db, id))
}

async function insertIntegration(
  tx: Db,
  { projectId, content, by }: { projectId: ProjectId; content: ManifestIntegration; by: string },
): Promise<IntegrationId | undefined> {
  const id = newId('int')
  const revisionId = newId('rev')
  const { name, provider } = content
  const inserted = await store.insertIntegration(tx, {
    id,
    projectId,
    name,
    provider,
    latestRevisionId: revisionId,
  })
  if (!inserted) return undefined
  await store.insertRevision(tx, {
    id: revisionId,
    projectId,
    integrationId: id,
    specVersion,
    content,
    createdBy: by,
  })
  return id
}

async function revise(
  tx: Db,
  row: store.IntegrationRow,
  {
    content,
    by,
    restores,
  }: { content: ManifestIntegration; by: string; restores: RevisionId | undefined },
) {
  const id = newId('rev')
  await store.insertRevision(tx, {
    id,
    projectId: row.projectId,
    integrationId: row.id,
    specVersion,
    content,
    createdBy: by,
    restores,
  })
  await store.setLatestRevision(tx, row.id, { latestRevisionId: id, provider: content.provider })
}

/** Creates one integration from its definition, checked by the same rules as a file. */
export async function createIntegration(
  services: Services,
  db: Db,
  {
    projectId,
    body,
    by,
  }: { projectId: ProjectId; body: BodyOf<typeof createIntegrationOperation>; by: string },
): Promise<Integration> {
  const content = { ...body.latestRevision.content, name: body.name, provider: body.provider }
  await checkContent(services, db, {
    specVersion: body.latestRevision.specVersion,
    content,
    placeOf: (path) => ({ in: 'body', name: placeInBody(path) }),
    remedy: 'Fix the listed `issues`.',
  })
  const id = await inTransaction(db, async (tx) => {
    const inserted = await insertIntegration(tx, { projectId, content, by })
    if (!inserted) {
      throw new Problem('integration-name-taken', {
        detail: `The project already has an integration named ${body.name}.`,
        remedy: 'Deploy a new revision of it instead.',
      })
    }
    await mustFit(services, tx, projectId)
    return inserted
  })
  return toIntegration(await getIntegration(db, id))
}

/** Finds a revision of the integration by ID. */
export async function getRevision(
  db: Db,
  integrationId: IntegrationId,
  revisionId: RevisionId,
): Promise<store.RevisionRow> {
  const revision = await store.findRevision(db, integrationId, revisionId)
  if (!revision) {
    throw new Problem('revision-not-found', {
      detail: `The integration has no revision ${revisionId}.`,
    })
  }
  return revision
}

/** Deletes an integration and its revisions. */
export const deleteIntegration = store.deleteIntegration
export const lockIntegration = store.lockIntegration
