import type { OperationDefinition } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problems/problem.ts'

/** Rejects a request that accepts none of the media types of the reply. */
export function mustAccept({ reply }: OperationDefinition, { headers }: FastifyRequest): void {
  const { accept } = headers
  if (accept === undefined || reply === null) return
  const type = reply === 'text' ? 'text/plain' : reply === 'csv' ? 'text/csv' : 'application/json'
  const isAccepted = accept.split(',').some((range) => covers(range, type))
  // Clients that accept only JSON still get the few plain-text replies.
  if (isAccepted || (typeof reply === 'string' && accept.includes('json'))) return
  throw new Problem('not-acceptable', { detail: `The reply is ${type}.` })
}

function covers(range: string, type: string): boolean {
  const [name, ...parameters] = range.toLowerCase().split(';')
  if (parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) return false
  const wanted = name!.trim()
  return wanted === '*/*' || wanted === type || wanted === `${type.split('/', 1)[0]}/*`
}
