import { parse } from 'node:querystring'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../problems/problem.ts'

/**
 * Returns the query of a route that is not an operation: each parameter once, without NUL
 * characters.
 */
export const plainQuery = ({ query }: FastifyRequest): Record<string, string> =>
  toPlainValues(query as Record<string, unknown>)

/** Parses a submitted form of our own pages by the same rule. */
export const plainForm = (body: string): Record<string, string> => toPlainValues(parse(body))

function toPlainValues(values: Record<string, unknown>): Record<string, string> {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string') {
      throw new Problem('malformed-request', { detail: `${name} is set more than once.` })
    }
    if (value.includes('\0')) {
      throw new Problem('malformed-request', { detail: `${name} contains a NUL character.` })
    }
  }
  return values as Record<string, string>
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character]!)
