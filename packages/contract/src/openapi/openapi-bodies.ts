import { isJsonRecord, toJsonObject, type Json, type JsonObject } from '../values/json.ts'

const pointer = '#/components/schemas/'

/**
 * Forbids unknown members in request bodies. Schemas shared with replies stay open, because replies
 * may get more members; so do records of updates, which may be sent as they were read.
 */
export function closeBodies(
  paths: { [path: string]: JsonObject },
  { schemas, responses }: { schemas: JsonObject; responses: JsonObject },
): void {
  const inReplies = new Set<string>()
  const note = (json: Json): void => {
    for (const name of referencesIn(json)) {
      if (inReplies.has(name)) continue
      inReplies.add(name)
      note(schemas[name] ?? null)
    }
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path).map(toJsonObject))
  note(responses)
  for (const operation of operations) note(operation['responses'] ?? null)

  const close = (json: Json): void => {
    if (Array.isArray(json)) return json.forEach(close)
    if (!isJsonRecord(json)) return
    const name = nameIn(json)
    if (name !== undefined && !inReplies.has(name)) {
      inReplies.add(name)
      close(schemas[name] ?? null)
    }
    const properties = toJsonObject(json['properties'])
    const isUpdate = 'updateMask' in properties
    for (const [place, schema] of Object.entries(properties)) {
      if (!isUpdate || place === 'updateMask') close(schema)
    }
    for (const word of ['items', 'additionalProperties', 'anyOf', 'oneOf'] as const) {
      close(json[word] ?? null)
    }
    if ('properties' in json) json['additionalProperties'] ??= false
  }
  for (const operation of operations) {
    const content = toJsonObject(toJsonObject(operation['requestBody'])['content'])
    for (const type of Object.values(content)) close(toJsonObject(type)['schema'] ?? null)
  }
}

const nameIn = (json: JsonObject): string | undefined => {
  const reference = json['$ref']
  return typeof reference === 'string' && reference.startsWith(pointer)
    ? reference.slice(pointer.length)
    : undefined
}

const referencesIn = (json: Json): string[] => {
  if (Array.isArray(json)) return json.flatMap(referencesIn)
  if (!isJsonRecord(json)) return []
  const name = nameIn(json)
  const deeper = Object.values(json).flatMap(referencesIn)
  return name === undefined ? deeper : [name, ...deeper]
}
