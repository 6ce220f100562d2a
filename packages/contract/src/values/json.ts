export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export const isJsonRecord = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** Returns the object; an empty one for other values. */
export const toJsonObject = (json: Json | undefined): JsonObject => (isJsonRecord(json) ? json : {})
