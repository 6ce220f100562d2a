import { ManifestIntegration } from '@platform/contract'
import { z } from 'zod'
import { specVersion } from './parse-manifest.ts'

type JsonSchema = Record<string, any>

/** The schema of `platform.yaml` for editors, published at `/schemas/platform.yaml.json`. */
export function manifestJsonSchema(): JsonSchema {
  const Manifest = z.object({
    specVersion: z.literal(specVersion),
    integrations: z.array(ManifestIntegration).min(1),
  })
  const schema: JsonSchema = z.toJSONSchema(Manifest, { io: 'output' })
  for (const [path, keywords] of Object.entries(known)) {
    Object.assign(propertyAt(schema, path), keywords)
  }
  return { ...schema, title: 'platform.yaml', description: 'The integrations of a project.' }
}

/** The property that a path such as `IntegrationObject.backfill` leads to. */
function propertyAt(schema: JsonSchema, path: string): JsonSchema {
  const [definition, ...keys] = path.split('.')
  const start: JsonSchema =
    definition === 'Manifest' ? schema : schema['$defs'][definition as string]
  return keys.reduce<JsonSchema>((at, key) => {
    const property = (at['properties'] ?? at['items']?.properties)?.[key]
    if (!property) throw new Error(`The schema of platform.yaml has no ${path}.`)
    return property
  }, start)
}

const nonEmpty = { minItems: 1 }
const nesting = "Nested fields by brackets: `$['address']['city']`."

/** What an editor shows beside a key, and what the wire does not say of it. */
const known: Record<string, JsonSchema> = {
  'Manifest.specVersion': { description: 'The version of this format.' },
  'Manifest.integrations': { description: 'One entry for each integration that you offer.' },
  'ManifestIntegration.name': {
    description: 'Unique in the project: letters, digits, `-` and `_`.',
    pattern: '^[A-Za-z0-9_-]{1,64}$',
  },
  'ManifestIntegration.displayName': { description: 'What end users see.', maxLength: 100 },
  'ManifestIntegration.provider': { description: 'A key of the catalogue, such as `salesforce`.' },
  'ManifestIntegration.module': {
    description: 'One of the modules of the provider; otherwise its default.',
  },
  'ManifestIntegration.read': { description: 'What is read from the provider.' },
  'ManifestIntegration.read.objects': nonEmpty,
  'ManifestIntegration.write': { description: 'What may be written to the provider.' },
  'ManifestIntegration.write.objects': nonEmpty,
  'ManifestIntegration.subscribe': { description: 'Which changes at the provider are sent on.' },
  'ManifestIntegration.subscribe.objects': nonEmpty,
  'ManifestIntegration.proxy': {
    description: 'Lets your server call the provider as the customer.',
  },
  'ManifestIntegration.watchSchema': { description: 'Tells of fields that come, go and change.' },
  'ManifestIntegration.watchSchema.schedule': {
    description: 'Cron of five fields, at least an hour apart; daily without it.',
  },
  'IntegrationObject.objectName': { description: 'The name of the object at the provider.' },
  'IntegrationObject.destination': { description: 'The name of the destination of the records.' },
  'IntegrationObject.schedule': {
    description: 'Cron of five fields, at least 10 minutes apart, such as `0 */6 * * *`.',
  },
  'IntegrationObject.enabled': { description: 'Read for every installation, chosen or not.' },
  'IntegrationObject.deleted': {
    description: 'Records that the provider has deleted are delivered too, as such.',
  },
  'IntegrationObject.mapToName': { description: 'Your own name of the object.' },
  'IntegrationObject.mapToDisplayName': { description: 'What end users see as its name.' },
  'IntegrationObject.requiredFields': { description: `Always read. ${nesting}` },
  'IntegrationObject.optionalFields': { description: `End users choose among them. ${nesting}` },
  'IntegrationObject.optionalFieldsAuto': {
    description: 'End users choose among all fields that the connected account has.',
  },
  'IntegrationObject.backfill': {
    description: 'History that is read once: exactly one of `days` and `fullHistory`.',
  },
  'IntegrationObject.delivery': {
    description: '`onRequest` holds the pages until they are asked for.',
  },
  'IntegrationWriteObject.objectName': { description: 'The name of the object at the provider.' },
  'IntegrationWriteObject.inheritMapping': {
    description: 'Writes by the mapping of the read object of the same name.',
  },
  'IntegrationWriteObject.valueDefaults': { description: 'Which fields may be given defaults.' },
  'IntegrationSubscribeObject.objectName': { description: 'It must stand under `read` as well.' },
  'IntegrationSubscribeObject.destination': { description: 'The name of a destination.' },
  'IntegrationSubscribeObject.inheritFieldsAndMapping': {
    description: 'Must be `true` with create, update, delete and association events.',
  },
  'IntegrationSubscribeObject.updateEvent': {
    description: 'Exactly one of `requiredWatchFields` and `watchFieldsAuto`.',
  },
  'IntegrationSubscribeObject.otherEvents': {
    description: 'Events by their provider’s own names.',
  },
}
