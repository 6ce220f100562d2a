import {
  createProviderApp as createProviderAppOperation,
  type ProjectId,
  type ProviderApp,
  type ProviderAppId,
  type ProviderAppMetadata,
} from '@platform/contract'
import { findProvider, type Catalogue } from '@platform/connectors'
import { mustBeWithin, type TenantLimits } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { isUniqueViolation } from '@platform/kernel/db/errors'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import { toMaskedColumns } from '@platform/kernel/http/update-mask'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import type { Secrets } from '@platform/kernel/secrets'
import {
  openParams,
  listParamNames,
  sealProviderAppMetadata,
  showMetadata,
} from './provider-params.ts'
import * as store from './store.ts'
import { must } from '@platform/kernel/values'
import * as providerAppStore from './provider-app-store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /**
     * An OAuth client was added or changed: connections without a working one are tried with it.
     */
    'provider-app-changed': { projectId: ProjectId; provider: string }
    /** An OAuth client was created or changed: subscriptions that failed may work with it. */
    'provider-app-saved': { projectId: ProjectId; provider: string }
  }
}

interface ProviderAppServices {
  tenantLimits: TenantLimits
  secrets: Secrets
  catalogue: Catalogue
}

interface Writable {
  provider: string
  clientId: string
  clientSecret: string
  externalRef?: string
  scopes?: string[]
  metadata?: ProviderAppMetadata
}

export const findProviderApp = (db: Db, id: ProviderAppId) =>
  providerAppStore.findProviderApp(db, { id })

/** Records that the provider rejects the app's client, with its message. */
export const refuseClient = providerAppStore.setClientRejection

/** Records that the provider accepts the app's client again. */
export const acceptClient = (tx: Db, id: ProviderAppId) =>
  providerAppStore.setClientRejection(tx, id, null)

/** Returns the providers that the project has an app for. */
export const providersWithApp = async (db: Db): Promise<string[]> =>
  (await providerAppStore.selectProviderApps(db).execute()).map(({ provider }) => provider)

/** Returns the named app, else the provider's default one (that without an `externalRef` first). */
export const chooseProviderApp = providerAppStore.chooseProviderApp

/** Returns the app with its secrets, for calls to the provider. */
export async function openProviderApp(
  secrets: Secrets,
  db: Db,
  id: ProviderAppId,
): Promise<
  | {
      provider: string
      clientId: string
      clientSecret: string
      providerParams: Record<string, string>
    }
  | undefined
> {
  const row = await providerAppStore.findProviderApp(db, { id })
  if (!row) return undefined
  return {
    provider: row.provider,
    clientId: row.clientId,
    clientSecret: await secrets.open(row.projectId, row.clientSecret),
    providerParams: await openParams(secrets, row),
  }
}

/** Adds the builder's own OAuth client at a provider. Its secrets are never returned. */
export async function createProviderApp(
  { tenantLimits, secrets, catalogue }: ProviderAppServices,
  db: Db,
  { projectId, body }: { projectId: ProjectId; body: Writable },
): Promise<ProviderApp> {
  mustKnow(catalogue, body.provider)
  const row = {
    id: newId('papp'),
    projectId,
    provider: body.provider,
    externalRef: body.externalRef ?? null,
    clientId: body.clientId,
    clientSecret: await secrets.seal(projectId, body.clientSecret),
    scopes: body.scopes ?? null,
    ...(await sealProviderAppMetadata(secrets, projectId, body.metadata ?? null)),
  }
  return inTransaction(db, async (tx) => {
    const inserted = await providerAppStore.insertProviderApp(tx, row)
    if (!inserted) throw alreadyThere(body.provider)
    await mustBeWithin(tx, tenantLimits, {
      what: 'providerApps',
      tenant: projectId,
      count: () => store.countRows(tx, 'providerApps', projectId),
    })
    await enqueue(tx, 'provider-app-changed', { projectId, provider: body.provider })
    await enqueue(tx, 'provider-app-saved', { projectId, provider: body.provider })
    return toProviderApp(inserted)
  })
}

export async function getProviderApp(db: Db, id: ProviderAppId): Promise<ProviderApp> {
  const row = await providerAppStore.findProviderApp(db, { id })
  if (!row) throw noSuchApp(id)
  return toProviderApp(row)
}

export async function updateProviderApp(
  { secrets, catalogue }: ProviderAppServices,
  db: Db,
  {
    projectId,
    id,
    updateMask,
    changes,
  }: { projectId: ProjectId; id: ProviderAppId; updateMask: string[]; changes: Partial<Writable> },
): Promise<ProviderApp> {
  const { clientSecret, metadata, ...fields } = toMaskedColumns(
    updateMask,
    changes,
    createProviderAppOperation.body,
  )
  if (fields.provider !== undefined) mustKnow(catalogue, fields.provider)
  return inTransaction(db, async (tx) => {
    const former = await providerAppStore.lockProviderApp(tx, id)
    if (!former) throw noSuchApp(id)
    const isOther = clientSecret !== undefined || fields.clientId !== undefined
    const next = metadata === undefined ? former.metadata : metadata
    const row = await providerAppStore
      .updateProviderApp(tx, former.id, {
        ...fields,
        ...(clientSecret !== undefined && {
          clientSecret: await secrets.seal(projectId, clientSecret),
        }),
        ...(await sealProviderAppMetadata(secrets, projectId, next, former)),
        ...(isOther && { refusal: null, refusedTime: null }),
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? alreadyThere(fields.provider ?? 'the provider') : error
      })
    const updated = must(row, `provider app ${id}`)
    await enqueue(tx, 'provider-app-saved', { projectId, provider: updated.provider })
    if (isOther) {
      await enqueue(tx, 'provider-app-changed', { projectId, provider: updated.provider })
    }
    return toProviderApp(updated)
  })
}

/** Returns the app and locks it until the transaction ends. */
export async function lockProviderApp(
  tx: Db,
  id: ProviderAppId,
): Promise<providerAppStore.ProviderAppRow> {
  const row = await providerAppStore.lockProviderApp(tx, id)
  if (!row) throw noSuchApp(id)
  return row
}

/** Call it only after its connections have been handled. */
export const deleteProviderApp = providerAppStore.deleteProviderApp

/** Columns that are shown. */
type Shown = Omit<providerAppStore.ProviderAppRow, 'clientSecret' | 'providerParams'>

export const toProviderApp = (row: Shown): ProviderApp => ({
  id: row.id,
  projectId: row.projectId,
  externalRef: row.externalRef ?? undefined,
  provider: row.provider,
  clientId: row.clientId,
  scopes: row.scopes ?? undefined,
  metadata: row.metadata ? showMetadata(row.metadata) : undefined,
  providerParamNames: listParamNames(row.metadata),
  ...(row.refusedTime !== null && {
    refusal: { detail: row.refusal ?? '', time: row.refusedTime.toISOString() },
  }),
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime?.toISOString(),
})

function mustKnow(catalogue: Catalogue, provider: string): void {
  if (findProvider(provider, { among: catalogue })) return
  throw new Problem('provider-not-found', { detail: `The catalogue has no provider ${provider}.` })
}

const noSuchApp = (id: string) =>
  new Problem('provider-app-not-found', { detail: `No provider app has the ID ${id}.` })

const alreadyThere = (provider: string) => {
  const detail = `The project already has an app of ${provider} with this externalRef, or without one.`
  return new Problem('provider-app-exists', {
    detail,
    issues: [{ in: 'body', name: 'provider', value: provider, detail }],
  })
}
