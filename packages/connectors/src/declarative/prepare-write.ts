import { randomUUID } from 'node:crypto'
import {
  parseFieldPath,
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
  type WriteRecord,
} from '@platform/connector'
import { isMembers } from '../members.ts'
import { requireValue } from '../require-value.ts'
import type { WriteRow } from '../writing/rows.ts'
import { getAtDotPath, setAtDotPath } from './calls/dot-path.ts'
import { encodeForm } from './calls/form.ts'
import { withId } from './calls/ids.ts'
import { fillHeaders } from './calls/request.ts'
import { fillIn, fillInBody, pathStep } from './calls/templates.ts'
import type { DeclarativeProvider } from './provider.ts'
import type { ResolvedObject, ResolvedWrite } from './calls/resolve.ts'

export interface Prepared {
  /** Returns the path with the current values of the connection. */
  fillPath(): string
  idempotencyKey: string
  fields: Record<string, unknown>
  id: string | undefined
}

/** Throws `bad-request` for a record without the values of its path. */
export function prepareRecord(
  { id, fields, associations, ifEmpty = [], idempotencyKey = randomUUID() }: WriteRecord,
  {
    client,
    object,
    sending,
    type,
  }: { client: ProviderClient; object: ResolvedObject; sending: ResolvedWrite; type: string },
): Prepared {
  if (associations?.length) {
    throw new ProviderError(
      'unsupported',
      `Associations of ${object.displayName} are not supported.`,
    )
  }
  if (type === 'update' && ifEmpty.length > 0) {
    const message = 'The provider does not report empty fields, so all or none are written.'
    throw new ProviderError('unsupported', message, { fieldNames: ifEmpty })
  }
  if (type !== 'create' && !id) {
    throw new ProviderError('bad-request', `To ${type} a record, set its ID.`)
  }
  const taken = sending.graphql?.arguments
  const unknown = taken && Object.keys(fields).filter((name) => !Object.hasOwn(taken, name))
  if (unknown?.length) {
    throw new ProviderError(
      'bad-request',
      `${object.displayName} do not have ${unknown.join(', ')}.`,
      {
        fieldNames: unknown,
      },
    )
  }
  const body = nestFields(fields)
  const rest = { ...body }
  const fillPath = () => {
    const own = fillIn(sending.path, client.metadata, pathStep)
    const named = sending.ids && id && type !== 'create' ? withId(own, id, sending.ids) : own
    const path = named.replaceAll(/\{(\w{1,100})\}/g, (_, name: string) => {
      const value = name === 'id' ? id : body[name]
      if (name !== 'id') delete rest[name]
      if (typeof value !== 'string' && typeof value !== 'number') {
        throw new ProviderError('bad-request', `The record needs a value for ${name}.`, {
          fieldNames: [name],
        })
      }
      return pathStep(String(value))
    })
    return object.base + path
  }
  // Records without a value of their path are rejected before anything is sent.
  fillPath()
  return { fillPath, fields: rest, id, idempotencyKey }
}

/** Nests fields with names in bracket notation. */
function nestFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const steps = parseFieldPath(name)
    const last = requireValue(steps.at(-1))
    let current = body
    for (const step of steps.slice(0, -1)) {
      rejectInherited(step)
      const inner = Object.hasOwn(current, step) ? current[step] : undefined
      if (isMembers(inner)) current = inner
      else current = current[step] = {}
    }
    rejectInherited(last)
    current[last] = value
  }
  return body
}

function rejectInherited(name: string): void {
  if (name === '__proto__')
    throw new ProviderError('bad-request', `The field ${name} does not exist.`)
}

function makeBody(
  sending: ResolvedWrite,
  rows: readonly WriteRow<Prepared>[],
  values: Readonly<Record<string, string>>,
): unknown {
  const { wrap, list, body: always, idIn, idType, beside = {}, idempotencyKey, method } = sending
  const getRowId = ({ sent: { id } }: WriteRow<Prepared>) =>
    idType === 'int' && /^\d{1,15}$/.test(id ?? '') ? Number(id) : id
  const contents = rows.map((row) => {
    const content = Object.fromEntries(
      Object.entries(row.sent.fields).filter(([name]) => !Object.hasOwn(beside, name)),
    )
    if (idIn !== undefined && (wrap === undefined || list))
      setAtDotPath(content, idIn, getRowId(row))
    return content
  })
  const content: unknown = list ? contents : requireValue(contents[0])
  // Only constants contain values of the connection, not what callers write.
  const body: Record<string, unknown> = fillInBody(structuredClone(always ?? {}), values)
  if (wrap !== undefined) {
    const there = getAtDotPath(body, wrap)
    setAtDotPath(
      body,
      wrap,
      isMembers(there) && isMembers(content) ? { ...there, ...content } : content,
    )
  } else if (list) return content
  else Object.assign(body, content)
  if (idIn !== undefined && wrap !== undefined && !list)
    setAtDotPath(body, idIn, getRowId(requireValue(rows[0])))
  for (const [name, place] of Object.entries(beside)) {
    const value = requireValue(rows[0]).sent.fields[name]
    if (value !== undefined) setAtDotPath(body, place, value)
  }
  if (idempotencyKey !== undefined && getAtDotPath(body, idempotencyKey) === undefined) {
    setAtDotPath(body, idempotencyKey, requireValue(rows[0]).sent.idempotencyKey)
  }
  return method === 'DELETE' && Object.keys(body).length === 0 ? undefined : body
}

export function makeRequest(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    sending,
    rows,
    headers,
  }: {
    sending: ResolvedWrite
    rows: readonly WriteRow<Prepared>[]
    headers: Record<string, string>
  },
): ProviderRequest {
  const path = requireValue(rows[0]).sent.fillPath()
  const query = Object.fromEntries(
    Object.entries(sending.query ?? {}).map(([name, value]) => [
      name,
      fillIn(String(value), client.metadata),
    ]),
  )
  const body = makeBody(sending, rows, client.metadata)
  const all = {
    ...fillHeaders({ headers: provider.declaration.headers ?? {}, values: client.metadata }),
    ...fillHeaders({ headers: sending.headers ?? {}, values: client.metadata }),
    ...headers,
  }
  return {
    method: sending.method,
    path,
    query,
    headers: sending.form ? { ...all, 'content-type': 'application/x-www-form-urlencoded' } : all,
    ...(body !== undefined && { body: sending.form ? encodeForm(body) : body }),
  }
}
