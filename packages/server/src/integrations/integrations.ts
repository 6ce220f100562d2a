import { isDeepStrictEqual } from 'node:util'
import type {
  BodyOf,
  createIntegration as createIntegrationOperation,
  InputValidationIssue,
  Integration,
  IntegrationId,
  ManifestIntegration,
  ProjectId,
  RevisionId,
} from '@platform/contract'
import { findProvider } from '@platform/connectors'
import { parseManifest, specVersion, type Finding } from '@platform/manifest'
import type { Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { inTransaction } from '../db/transaction.ts'
import { Problem } from '../problems/problem.ts'
import type { Services } from '../services.ts'
import { destinationNames } from '../notifications/set-up/destinations.ts'
import * as store from './store.ts'

export { integrationQuery, type IntegrationRow } from './store.ts'

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

/** The integration of this ID or name. */
export async function getIntegration(db: Db, idOrName: string): Promise<store.IntegrationRow> {
  const row = await store.findIntegration(db, idOrName)
  if (!row) {
    throw new Problem('integration-not-found', {
      detail: `The project has no integration ${idOrName}.`,
    })
  }
  return row
}

/**
 * Deploys a `platform.yaml`: all of its integrations or, when one line is wrong, none.
 *
 * An integration that differs from its latest revision gets a new one; others stay as they are.
 */
export async function deployManifest(
  services: Services,
  db: Db,
  { projectId, sourceYaml }: { projectId: ProjectId; sourceYaml: string },
): Promise<Integration[]> {
  const integrations = await checkManifest(services, db, sourceYaml)
  await inTransaction(db, async (tx) => {
    const existing = await store.findIntegrationsByName(
      tx,
      integrations.map(({ name }) => name),
    )
    for (const content of integrations) {
      const before = existing.find(({ name }) => name === content.name)
      if (!before) await insertIntegration(tx, projectId, content)
      else if (!isDeepStrictEqual(before.content, content)) await revise(tx, before, content)
    }
  })
  const names = integrations.map(({ name }) => name)
  const rows = await store.findIntegrationsByName(db, names)
  return rows
    .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
    .map((row) => toIntegration(row))
}

async function checkManifest(
  { catalogue, readMinIntervalMinutes }: Services,
  db: Db,
  sourceYaml: string,
): Promise<ManifestIntegration[]> {
  const { integrations, findings } = parseManifest(sourceYaml, {
    findProvider: (name) => findProvider(name, { among: catalogue })?.info,
    providerNames: Object.keys(catalogue),
    destinationNames: await destinationNames(db),
    minimumIntervalMinutes: readMinIntervalMinutes,
    isDeploy: true,
  })
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) {
    throw new Problem('manifest-invalid', {
      detail: errors.map((error) => `${error.line}:${error.column} ${error.message}`).join(' '),
      issues: errors.map(toIssue),
    })
  }
  return integrations
}

const toIssue = (finding: Finding): InputValidationIssue => ({
  in: 'body',
  name: 'sourceYaml',
  detail: finding.message,
  ...finding,
})

async function insertIntegration(
  tx: Db,
  projectId: ProjectId,
  content: ManifestIntegration,
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
  })
  return id
}

async function revise(tx: Db, row: store.IntegrationRow, content: ManifestIntegration) {
  const id = newId('rev')
  await store.insertRevision(tx, {
    id,
    projectId: row.projectId,
    integrationId: row.id,
    specVersion,
    content,
  })
  await store.setLatestRevision(tx, row.id, { latestRevisionId: id, provider: content.provider })
}

/** Creates one integration from its definition, checked by the same rules as a file. */
export async function createIntegration(
  services: Services,
  db: Db,
  { projectId, body }: { projectId: ProjectId; body: BodyOf<typeof createIntegrationOperation> },
): Promise<Integration> {
  const content = { ...body.latestRevision.content, name: body.name, provider: body.provider }
  // JSON is YAML too.
  const sourceYaml = JSON.stringify({
    specVersion: body.latestRevision.specVersion,
    integrations: [content],
  })
  await checkManifest(services, db, sourceYaml)
  const id = await inTransaction(db, (tx) => insertIntegration(tx, projectId, content))
  if (!id) {
    throw new Problem('integration-name-taken', {
      detail: `The project has an integration ${body.name} already.`,
      remedy: 'Deploy a new revision of it instead.',
    })
  }
  return toIntegration(await getIntegration(db, id))
}

/** The revision of this ID, in the integration. */
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
