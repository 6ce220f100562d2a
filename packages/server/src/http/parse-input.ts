import type { InputValidationIssue, OperationDefinition } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalidInput } from './problem.ts'

/** Parses parameters, query and body by the operation's schemas; every bad input becomes an issue. */
export function parseInput(operation: OperationDefinition, request: FastifyRequest) {
  const issues: InputValidationIssue[] = []
  const parse = (
    location: 'path' | 'query' | 'body',
    schema: z.ZodType | undefined,
    value: unknown,
  ) => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    issues.push(...parsed.error.issues.map((issue) => toIssue(location, issue, value)))
    return undefined
  }
  const input = {
    params: parse('path', operation.params, request.params),
    query: parse('query', operation.query, request.query),
    body: parse('body', operation.body, request.body ?? {}),
  }
  if (issues.length > 0) throw invalidInput(...issues)
  return input
}

function toIssue(
  location: 'path' | 'query' | 'body',
  issue: z.core.$ZodIssue,
  input: unknown,
): InputValidationIssue {
  return {
    in: location,
    name: toName(issue.path),
    value: mayBeSecret(issue.path) ? undefined : valueAt(input, issue.path),
    detail: issue.message,
  }
}

/** `['items', 0, 'name']` → `items[0].name` */
const toName = (path: PropertyKey[]) =>
  path.reduce<string>(
    (name, key) =>
      typeof key === 'number'
        ? `${name}[${key}]`
        : name === ''
          ? String(key)
          : `${name}.${String(key)}`,
    '',
  )

const valueAt = (input: unknown, path: PropertyKey[]): unknown => {
  const value = path.reduce<unknown>(
    (at, key) =>
      at !== null && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  )
  return typeof value === 'object' && value !== null ? undefined : value
}

const secretName = /secret|password|token|key|credential|auth|headers|creds/i
const mayBeSecret = (path: PropertyKey[]) => path.some((key) => secretName.test(String(key)))
