import type { Json, JsonObject } from '@platform/contract/openapi'

/** The parts of the OpenAPI document that the pages show. */
export interface Document {
  info: { title: string; version: string; description: string }
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Omit<DocumentedOperation, 'method' | 'path'>>>
  components: Components
}

export interface DocumentedOperation {
  method: string
  path: string
  operationId: string
  tags: string[]
  summary: string
  description: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>
}

export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: JsonObject
}

export type Content = Record<string, { schema: JsonObject; example?: Json }>

export interface Components {
  schemas: Record<string, JsonObject>
  parameters: Record<string, Parameter>
  responses: Record<string, { description: string }>
}

/** Returns the operations in the document's order, with upper-case methods. */
export const listOperations = ({ paths }: Document): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )

export const listDocumentedParameters = (
  { parameters = [] }: DocumentedOperation,
  { parameters: shared }: Components,
): Parameter[] =>
  parameters.map(
    (parameter) => (parameter.$ref && shared[lastSegment(parameter.$ref)]) || parameter,
  )

/** Returns the name of a reference. */
export const lastSegment = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

export const isSchema = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
