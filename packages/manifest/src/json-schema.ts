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

/** Returns the property at a path such as `IntegrationObject.backfill`. */
function propertyAt(schema: JsonSchema, path: string): JsonSchema {
  const [definition = '', ...keys] = path.split('.')
  const start: JsonSchema = definition === 'Manifest' ? schema : schema['$defs'][definition]
  return keys.reduce<JsonSchema>((at, key) => {
    const property = (at['properties'] ?? at['items']?.properties)?.[key]
    if (!property) throw new Error(`The schema of platform.yaml has no ${path}.`)
    return property
  }, start)
}

const nonEmpty = { minItems: 1 }

/** Descriptions and limits of the manifest, in addition to those of the contract's fields. */
const known: Record<string, JsonSchema> = {
  'Manifest.specVersion': { description: 'The version of this format.' },
  'Manifest.integrations': { description: 'One entry for each integration that you offer.' },
  'ManifestIntegration.name': { pattern: '^[A-Za-z0-9_-]{1,64}$' },
  'ManifestIntegration.displayName': { maxLength: 100 },
  'ManifestIntegration.read.objects': nonEmpty,
  'ManifestIntegration.write.objects': nonEmpty,
  'ManifestIntegration.subscribe.objects': nonEmpty,
  'ManifestIntegration.tools.objects': nonEmpty,
}
