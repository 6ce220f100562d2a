/** The part of JSON Schema 2020-12 that describes messages. `false` is a member that is never present. */
export type TypeSchema = boolean | TypeSchemaObject

export interface TypeSchemaObject {
  $ref?: string
  description?: string
  type?: string
  const?: string
  enum?: readonly string[]
  properties?: Record<string, TypeSchema>
  required?: readonly string[]
  additionalProperties?: TypeSchema
  items?: TypeSchema
  anyOf?: readonly TypeSchema[]
  allOf?: readonly TypeSchema[]
}

export const referTo = (name: string): TypeSchemaObject => ({ $ref: `#/$defs/${name}` })

export const textSchema: TypeSchemaObject = { type: 'string' }

/** An object with any members. */
export const anyValuesSchema: TypeSchemaObject = { type: 'object', additionalProperties: true }

export const describeList = (items: TypeSchema): TypeSchemaObject => ({ type: 'array', items })

export const allowNull = (schema: TypeSchemaObject): TypeSchemaObject => ({
  anyOf: [...(schema.anyOf ?? [schema]), { type: 'null' }],
})
