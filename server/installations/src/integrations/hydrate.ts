import { ProviderError, type ObjectDescription } from '@platform/connector'
import type {
  FieldMetadata,
  HydratedIntegrationField,
  HydratedIntegrationObject,
  HydratedRevision,
  IntegrationField,
  IntegrationObject,
  ManifestIntegration,
  RevisionId,
} from '@platform/contract'
import type { ConnectionRow } from '@platform/connections/connections/connections'
import {
  findKnownLabels,
  saveKnownLabels,
  type KnownLabels,
} from '@platform/connections/provider/known-labels'
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { sortFields } from '@platform/kernel/values'
import { getIntegration, getRevision } from './integrations.ts'

/**
 * Completes a revision with the current names and fields of the connected account. An object that
 * the provider cannot describe has the reason in `error`, and the labels that it had when it was last
 * described; the others remain usable.
 */
export async function hydrateRevision(
  services: Services,
  db: Db,
  wanted: { integrationIdOrName: string; revisionId: RevisionId; connection: ConnectionRow },
): Promise<HydratedRevision> {
  const integration = await getIntegration(db, wanted.integrationIdOrName)
  const revision = await getRevision(db, integration.id, wanted.revisionId)
  const provider = await openProvider(services, db, wanted.connection)
  const described = new Map<string, ObjectDescription | ProviderError>()
  const content = await hydrateContent(
    revision.content,
    describeBy(provider, described),
    async (objectName) =>
      (await findKnownLabels(db, wanted.connection.id, [objectName])).get(objectName),
  )
  await services.noteDescriptions(services, db, provider, described)
  await saveKnownLabels(
    db,
    wanted.connection,
    new Map([...described].flatMap(([name, one]) => (one instanceof Error ? [] : [[name, one]]))),
  )
  return {
    id: revision.id,
    specVersion: revision.specVersion,
    createTime: revision.createTime.toISOString(),
    content,
  }
}

type Describe = (objectName: string) => Promise<ObjectDescription>

/** Returns the labels that an object had when it was last described. */
type FindLabels = (objectName: string) => Promise<KnownLabels | undefined>

const describeBy =
  (
    { entry: { connector, info }, client }: OpenProvider,
    described: Map<string, ObjectDescription | ProviderError>,
  ): Describe =>
  async (objectName) => {
    if (!connector) {
      throw new ProviderError('unsupported', `${info.name} does not support object metadata.`)
    }
    try {
      const description = await connector.describeObject(client, objectName)
      described.set(objectName, description)
      return description
    } catch (error) {
      if (error instanceof ProviderError) described.set(objectName, error)
      throw error
    }
  }

/**
 * Adds metadata of the account to the objects of the manifest; objects that cannot be described get
 * the reason.
 */
export async function hydrateContent(
  { read, write, ...content }: ManifestIntegration,
  describe: Describe,
  findLabels: FindLabels = () => Promise.resolve(undefined),
): Promise<HydratedRevision['content']> {
  const readNames = new Set(read?.objects?.map(({ objectName }) => objectName))
  const onlyWritten = (write?.objects ?? []).filter(({ objectName }) => !readNames.has(objectName))
  const hydrate = (object: IntegrationObject) => hydrateObject(object, describe, findLabels)
  const [objects, others] = await Promise.all([
    Promise.all((read?.objects ?? []).map((object) => hydrate(object))),
    Promise.all(onlyWritten.map(({ objectName }) => hydrate({ objectName }))),
  ])
  return {
    name: content.name,
    displayName: content.displayName,
    module: content.module,
    provider: content.provider,
    proxy: content.proxy,
    ...(read && { read: { objects } }),
    ...(write && {
      write: {
        objects: (write.objects ?? []).map(({ objectName, valueDefaults }) => {
          const isNamed = (object: { objectName: string }) => object.objectName === objectName
          const other = others.find(isNamed)
          return {
            objectName,
            displayName: (other ?? objects.find(isNamed))?.displayName ?? objectName,
            valueDefaults,
            ...(other && { allFieldsMetadata: other.allFieldsMetadata ?? toMetadata(other) }),
          }
        }),
      },
    }),
  }
}

/** Returns what is known of an object's fields without a description: their labels. */
const toMetadata = ({ allFields }: HydratedIntegrationObject) =>
  allFields &&
  Object.fromEntries(
    allFields.flatMap((field) =>
      'fieldName' in field
        ? [[field.fieldName, { fieldName: field.fieldName, displayName: field.displayName }]]
        : [],
    ),
  )

async function hydrateObject(
  object: IntegrationObject,
  describe: Describe,
  findLabels: FindLabels,
): Promise<HydratedIntegrationObject> {
  const { requiredFields, optionalFields, backfill, destination, schedule, timezone } = object
  const { objectName, mapToName, mapToDisplayName, optionalFieldsAuto } = object
  const base = {
    objectName,
    mapToName,
    mapToDisplayName,
    optionalFieldsAuto,
    destination,
    schedule,
    timezone,
    backfill,
  }
  const label = (fields: Readonly<Record<string, LabeledField>>) => {
    const hydrate = (list: IntegrationField[] | undefined) =>
      list?.map((field) => hydrateField(field, fields))
    return {
      requiredFields: hydrate(requiredFields),
      optionalFields: hydrate(optionalFields),
      allFields: Object.values(fields).map(({ fieldName, displayName }) => ({
        fieldName,
        displayName,
      })),
    }
  }
  try {
    const { displayName, fields: described } = await describe(objectName)
    const fields = sortFields(described, listNamedFields(object))
    return { ...base, displayName, ...label(fields), allFieldsMetadata: fields }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const known = await findLabels(objectName)
    const fields = [...(known?.fields ?? [])].map(
      ([fieldName, displayName]) => [fieldName, { fieldName, displayName }] as const,
    )
    return {
      ...base,
      displayName: known?.displayName ?? objectName,
      ...(known && label(Object.fromEntries(fields))),
      error: error.message,
    }
  }
}

/** Returns the fields that the manifest names or suggests. */
const listNamedFields = ({ requiredFields = [], optionalFields = [] }: IntegrationObject) =>
  [...requiredFields, ...optionalFields].flatMap((field) =>
    'fieldName' in field ? field.fieldName : (field.default ?? []),
  )

type LabeledField = Pick<FieldMetadata, 'fieldName' | 'displayName'>

const hydrateField = (
  field: IntegrationField,
  fields: Readonly<Record<string, LabeledField>>,
): HydratedIntegrationField =>
  'fieldName' in field
    ? {
        fieldName: field.fieldName,
        displayName:
          field.mapToDisplayName ?? fields[field.fieldName]?.displayName ?? field.fieldName,
        mapToName: field.mapToName,
        mapToDisplayName: field.mapToDisplayName,
      }
    : field
