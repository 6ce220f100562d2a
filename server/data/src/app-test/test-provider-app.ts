import type { CatalogueEntry } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import {
  listUsedObjectScopes,
  type ConnectionId,
  type ManifestIntegration,
  type ProviderApp,
  type ProviderAppId,
  type ProviderAppTest,
  type ProviderAppTestStep,
} from '@platform/contract'
import {
  findConnectionRow,
  type ConnectionRow,
} from '@platform/connections/connections/connections'
import { probeApp } from '@platform/connections/connections/session/probe-app'
import { listMetadataValues } from '@platform/connections/credentials/connection-record'
import { connectionNotFound } from '@platform/connections/credentials/credentials'
import { integrationQuery } from '@platform/installations/integrations/integrations'
import type { Db } from '@platform/kernel/db/database'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { getProviderApp } from '@platform/tenancy/projects/provider-apps'
import { compareScopes } from './compare-scopes.ts'
import { readObjects } from './read-objects.ts'
import { renewOnce } from './renew-once.ts'

/** What is tested, and with which connection. */
export interface AppTestPlan {
  app: ProviderApp
  entry: CatalogueEntry
  connection: ConnectionRow | undefined
  values: Record<string, string>
}

/**
 * Finds the app, and the connection of its test sign-in.
 * @throws Problem if one does not exist, or the connection is not one through the app
 */
export async function planAppTest(
  { catalogue }: Services,
  db: Db,
  {
    providerAppId,
    connectionId,
    values,
  }: {
    providerAppId: ProviderAppId
    connectionId?: ConnectionId | undefined
    values?: Record<string, string> | undefined
  },
): Promise<AppTestPlan> {
  const app = await getProviderApp(db, providerAppId)
  const entry = findProvider(app.provider, { among: catalogue })
  if (!entry) {
    throw new Problem('provider-not-found', {
      detail: `The catalogue has no provider ${app.provider}.`,
    })
  }
  const connection =
    connectionId === undefined ? undefined : await findConnectionRow(db, connectionId)
  if (connectionId !== undefined && !connection) throw connectionNotFound(connectionId)
  if (connection && connection.providerAppId !== app.id) {
    const detail = 'The connection was not created through this app.'
    throw invalidInput({ in: 'body', name: 'connectionId', value: connectionId, detail })
  }
  return {
    app,
    entry,
    connection,
    values: { ...(connection && listMetadataValues(connection)), ...values },
  }
}

/** Tests the app step by step. Later steps require the connection of a test sign-in. */
export async function testProviderApp(
  services: Services,
  db: Db,
  plan: AppTestPlan,
): Promise<ProviderAppTest> {
  const { app, entry, connection } = plan
  const integrations = (await integrationQuery(db).execute()).filter(
    ({ provider }) => provider === app.provider,
  )
  const contents = integrations.map(({ content }) => content)
  const before = await probeBefore(services, db, plan)
  if (!connection) return toResult([...before, ...listAfterSignIn(contents)])

  const about = { connection, entry }
  const renewed = await renewOnce(services, db, about)
  const reads = await readObjects(services, db, { ...about, objects: listReadObjects(contents) })
  const needed = listUsedObjectScopes(
    entry.info,
    contents.map((content) => ({ provider: app.provider, latestRevision: { content } })),
  )
  const scopes = await compareScopes(services, { ...about, needed, reads })
  return toResult([
    ...before.map((step) => (step.isOpen ? closeBySignIn(step, renewed) : step)),
    scopes,
    renewed,
    ...reads,
  ])
}

async function probeBefore(
  services: Services,
  db: Db,
  { app, entry, values }: AppTestPlan,
): Promise<ProviderAppTestStep[]> {
  if (entry.oauth2 && entry.info.oauth2Opts?.authURL) {
    const { id: providerAppId, projectId } = app
    return probeApp(services, db, { projectId, providerAppId, entry, values })
  }
  const detail = 'The provider has its own sign-in scheme. A sign-in tests it as a whole.'
  return (['authorizeURL', 'redirectURI', 'clientCredentials'] as const).map((step) => ({
    step,
    status: 'skipped',
    detail,
    isOpen: true,
  }))
}

/** Lists the steps that need a sign-in, before there is one. */
function listAfterSignIn(contents: readonly ManifestIntegration[]): ProviderAppTestStep[] {
  const open = {
    status: 'skipped',
    detail: 'Sign in through the app to test this.',
    isOpen: true,
  } as const
  return [
    { step: 'scopes', ...open },
    { step: 'refreshToken', ...open },
    ...listReadObjects(contents).map(({ objectName }): ProviderAppTestStep => ({
      step: 'readObject',
      objectName,
      ...open,
    })),
  ]
}

/** Concludes from a completed sign-in what the replies without one did not show. */
function closeBySignIn(step: ProviderAppTestStep, renewed: ProviderAppTestStep) {
  const isClient = step.step === 'clientCredentials'
  // The secret may have changed since the sign-in.
  if (isClient && renewed.status !== 'passed') return step
  return {
    ...step,
    status: 'passed' as const,
    isOpen: undefined,
    detail: isClient
      ? 'The provider accepted the client ID and secret for new tokens.'
      : 'A sign-in through the app succeeded.',
  }
}

export interface TestedObject {
  objectName: string
  fieldNames: string[]
}

/** Lists the objects that integrations read, with their required fields. */
function listReadObjects(contents: readonly ManifestIntegration[]): TestedObject[] {
  const found = new Map<string, Set<string>>()
  const getFieldNames = (objectName: string) => {
    const fieldNames = found.get(objectName) ?? new Set<string>()
    found.set(objectName, fieldNames)
    return fieldNames
  }
  for (const { read, subscribe, tools } of contents) {
    for (const { objectName, requiredFields = [] } of read?.objects ?? []) {
      const fieldNames = getFieldNames(objectName)
      for (const field of requiredFields) if ('fieldName' in field) fieldNames.add(field.fieldName)
    }
    for (const part of [subscribe, tools]) {
      for (const { objectName } of part?.objects ?? []) getFieldNames(objectName)
    }
  }
  return [...found].map(([objectName, fieldNames]) => ({
    objectName,
    fieldNames: [...fieldNames],
  }))
}

function toResult(steps: ProviderAppTestStep[]): ProviderAppTest {
  if (steps.some(({ status }) => status === 'failed')) return { status: 'failed', steps }
  return { status: steps.some(({ isOpen }) => isOpen) ? 'incomplete' : 'passed', steps }
}
