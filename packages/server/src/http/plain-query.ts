import type { FastifyRequest } from 'fastify'
import { Problem } from '../problems/problem.ts'

/** The query of what is not an operation: each parameter once, and none that no text can hold. */
export function plainQuery({ query }: FastifyRequest): Record<string, string> {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (typeof value !== 'string') {
      throw new Problem('malformed-request', { detail: `${name} is given more than once.` })
    }
    if (value.includes('\0')) {
      throw new Problem('malformed-request', { detail: `${name} holds a NUL character.` })
    }
  }
  return query as Record<string, string>
}
