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
import { openProvider, type OpenProvider } from '@platform/connections/provider/open-provider'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { sortFields } from '@platform/kernel/values'
import { getIntegration, getRevision } from './integrations.ts'

/**
 * Completes a revision with the current names and fields of the connected account. An object that
 * the provider cannot describe has the reason in `error`; the others remain usable.
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
  const content = await hydrateContent(revision.content, describeBy(provider, described))
  await services.noteDescriptions(services, db, provider, described)
  return {
    id: revision.id,
    specVersion: revision.specVersion,
    createTime: revision.createTime.toISOString(),
    content,
  }
}

type Describe = (objectName: string) => Promise<ObjectDescription>

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
): Promise<HydratedRevision['content']> {
  const readNames = new Set(read?.objects?.map(({ objectName }) => objectName))
  const onlyWritten = (write?.objects ?? []).filter(({ objectName }) => !readNames.has(objectName))
  const [objects, others] = await Promise.all([
    Promise.all((read?.objects ?? []).map((object) => hydrateObject(object, describe))),
    Promise.all(onlyWritten.map(({ objectName }) => hydrateObject({ objectName }, describe))),
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
            ...(other && { allFieldsMetadata: other.allFieldsMetadata }),
          }
        }),
      },
    }),
  }
}

async function hydrateObject(
  object: IntegrationObject,
  describe: Describe,
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
  try {
    const { displayName, fields: described } = await describe(objectName)
    const fields = sortFields(described, listNamedFields(object))
    const hydrate = (list: IntegrationField[] | undefined) =>
      list?.map((field) => hydrateField(field, fields))
    return {
      ...base,
      displayName,
      requiredFields: hydrate(requiredFields),
      optionalFields: hydrate(optionalFields),
      allFieldsMetadata: fields,
      allFields: Object.values(fields).map((field) => ({
        fieldName: field.fieldName,
        displayName: field.displayName,
      })),
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { ...base, displayName: objectName, error: error.message }
  }
}

/** Returns the fields that the manifest names or suggests. */
const listNamedFields = ({ requiredFields = [], optionalFields = [] }: IntegrationObject) =>
  [...requiredFields, ...optionalFields].flatMap((field) =>
    'fieldName' in field ? field.fieldName : (field.default ?? []),
  )

const hydrateField = (
  field: IntegrationField,
  fields: Record<string, FieldMetadata>,
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
