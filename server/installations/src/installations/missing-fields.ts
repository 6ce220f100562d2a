import { listConditions } from '@platform/connector'
import type { ConnectionId, ManifestIntegration } from '@platform/contract'
import { missingFieldInWords, type FieldOfObject, type MissingField } from '@platform/manifest'
import { connectionQuery } from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { findIntegrationsByName } from '../integrations/integrations.ts'
import { findReadObject, listInstalledReadObjects, planRead } from '../integrations/read-object.ts'
import { Problem } from '@platform/kernel/problems/problem'
import { loadKnownFields, type KnownFields } from '@platform/connections/provider/known-fields'
import type { Services } from '@platform/kernel/services'
import { hasField } from '@platform/kernel/values'
import * as store from './store.ts'

/**
 * Maximum number of the newest accounts of a provider that are asked, besides those with an
 * installation.
 */
const maxAccounts = 100

/** A field of the manifest that accounts lack and whose installations would fail. */
export interface FieldMissing extends FieldOfObject, MissingField {
  groupRefs: string[]
}

/**
 * Returns the fields that the manifest reads and that connected accounts do not have. `installedOnly`
 * asks only accounts whose installations would read something new.
 */
export async function findMissingFields(
  services: Services,
  db: Db,
  integrations: readonly ManifestIntegration[],
  { installedOnly = false } = {},
): Promise<FieldMissing[]> {
  const names = integrations.map(({ name }) => name)
  const existing = names.length > 0 ? await findIntegrationsByName(db, names) : []
  const missing: FieldMissing[] = []
  for (const content of integrations) {
    const declared = listDeclaredFields(content)
    if (declared.length === 0) continue
    const before = existing.find(({ name }) => name === content.name)
    const installations = before
      ? await store
          .installationQuery(db)
          .where('n.installedIntegrationId', '=', before.id)
          .execute()
      : []
    const newlyRead = installations.map((installation) => ({
      groupRef: installation.groupRef,
      connectionId: installation.connectionId,
      fields: newFields(installation.content, before?.content, content),
    }))
    const concerned = newlyRead.filter(({ fields }) => fields.size > 0)
    if (installedOnly && concerned.length === 0) continue
    const concernedIds = new Set(concerned.map(({ connectionId }) => connectionId))
    const accounts = await connectionQuery(db, { provider: content.provider })
      .where('c.status', '!=', 'bad_credentials')
      .orderBy('c.id', 'desc')
      .execute()
    const asked = accounts.filter(
      ({ id }, at) => concernedIds.has(id) || (!installedOnly && at < maxAccounts),
    )
    const relevant = installedOnly
      ? declared.filter((field) => concerned.some(({ fields }) => fields.has(makeFieldKey(field))))
      : declared
    const objectNames = [...new Set(relevant.map(({ objectName }) => objectName))]
    const known = await loadKnownFields(
      services,
      db,
      objectNames.flatMap((objectName) => asked.map((connection) => ({ connection, objectName }))),
    )
    for (const field of relevant) {
      const found = whereMissing(field, known, newlyRead)
      if (found) missing.push({ ...field, integration: content.name, ...found })
    }
  }
  return missing
}

interface DeclaredField {
  objectName: string
  fieldName: string
}

/** Returns the plain fields declared to be read. Descriptions do not list nested fields. */
const listDeclaredFields = ({ read }: ManifestIntegration): DeclaredField[] =>
  (read?.objects ?? []).flatMap((object) => {
    const { objectName, requiredFields = [], optionalFields = [], filter } = object
    const computedFrom = planRead(object, {}).expressions?.fieldNames ?? []
    return [
      ...[...requiredFields, ...optionalFields, ...(filter ? listConditions(filter) : [])],
      ...computedFrom.map((fieldName) => ({ fieldName })),
    ].flatMap((field) =>
      'fieldName' in field && field.fieldName && /^\w+$/.test(field.fieldName)
        ? [{ objectName, fieldName: field.fieldName }]
        : [],
    )
  })

const makeFieldKey = ({ objectName, fieldName }: DeclaredField) =>
  JSON.stringify([objectName, fieldName.toLowerCase()])

/** Returns what an installation would newly read. */
function newFields(
  config: store.InstallationRow['content'],
  before: ManifestIntegration | undefined,
  after: ManifestIntegration,
): Set<string> {
  const readBy = (content: ManifestIntegration) =>
    Object.entries(listInstalledReadObjects(config, content)).flatMap(([objectName, chosen]) => {
      const object = findReadObject(objectName, content)
      if (!object || chosen.disabled) return []
      return planRead(object, chosen).fieldNames.map((fieldName) =>
        makeFieldKey({ objectName, fieldName }),
      )
    })
  const now = new Set(before ? readBy(before) : [])
  return new Set(readBy(after).filter((key) => !now.has(key)))
}

function whereMissing(
  field: DeclaredField,
  known: KnownFields,
  installations: readonly { groupRef: string; connectionId: ConnectionId; fields: Set<string> }[],
): (MissingField & { groupRefs: string[] }) | undefined {
  const described = [...known].flatMap(([connectionId, objects]) => {
    const names = objects.get(field.objectName)
    // A missing object is reported by another check.
    if (!names || names.length === 0) return []
    const has = hasField(names, field.fieldName)
    return [{ connectionId, names, has }]
  })
  const lacking = new Set(described.filter(({ has }) => !has).map((one) => one.connectionId))
  const failing = installations.filter(
    ({ connectionId, fields }) => lacking.has(connectionId) && fields.has(makeFieldKey(field)),
  )
  const accounts = described.length
  const accountsWithField = accounts - lacking.size
  if (accounts === 0 || (failing.length === 0 && accountsWithField > 0)) return undefined
  return {
    accountsWithField,
    accounts,
    failing: failing.length,
    fieldNames: described[0]?.names ?? [],
    groupRefs: failing.map(({ groupRef }) => groupRef),
  }
}

/**
 * Rejects a deployment that would make working installations fail.
 * @throws Problem `deploy-breaks-installations`, with a sentence for each field
 */
export function mustNotBreak(missing: readonly FieldMissing[]): void {
  const causes = missing
    .filter(({ failing }) => failing > 0)
    .map(
      (field) =>
        `${field.integration}, ${field.objectName}: ${missingFieldInWords(field.fieldName, field)}.`,
    )
  const [first] = causes
  if (first === undefined) return
  throw new Problem('deploy-breaks-installations', {
    detail: `Nothing was deployed. ${causes.slice(0, 10).join(' ')}`,
    causes,
  })
}
