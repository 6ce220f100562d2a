import type { ProviderRequest } from '@platform/connector'
import { isMembers } from '../members.ts'
import type { Spec, SpecOperation, SpecParameter } from './facts.ts'

export interface MatchedOperation {
  method: string
  pattern: RegExp
  operation: SpecOperation
}

/** Operations by specification: each of an entry's objects and writes has a provider of its own. */
const matched = new WeakMap<Spec['operations'], MatchedOperation[]>()

export function matchOperations({
  operations,
}: Pick<Spec, 'operations'>): readonly MatchedOperation[] {
  const known = matched.get(operations)
  if (known) return known
  const all = Object.entries(operations)
    .map(([key, operation]) => {
      const [method = '', path = ''] = key.split(' ')
      const pattern = path
        .split('{}')
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join('[^/]+')
      return {
        method,
        pattern: new RegExp(`^(?:https://.*)?${pattern}(?:\\.json)?/?$`),
        operation,
      }
    })
    // Paths with fewer variables take precedence.
    .toSorted(
      (one, other) =>
        one.pattern.source.split('[^/]+').length - other.pattern.source.split('[^/]+').length,
    )
  matched.set(operations, all)
  return all
}

/** Returns a header that is required and not sent; those of the credential are not the entry's. */
export function absentHeader(
  operation: SpecOperation | undefined,
  { headers = {} }: ProviderRequest,
): string | undefined {
  const sent = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  return operation?.params?.find(
    ({ name, in: place, required }) =>
      place === 'header' &&
      required &&
      !/^(?:authorization|accept|content-type|x-api-key)$/i.test(name) &&
      !sent.has(name.toLowerCase()),
  )?.name
}

export const isKnownParameter = (params: readonly SpecParameter[], name: string) =>
  params.some(
    (one) =>
      one.name === name ||
      one.name === `${name}[]` ||
      `${one.name}[]` === name ||
      name.startsWith(`${one.name.replace(/\[.*$/, '')}[`) ||
      name.startsWith(`${one.name}.`),
  )

export const isWrittenKey = (keys: readonly string[], name: string) =>
  keys.some((one) => one === name || one.startsWith(`${name}.`) || name.startsWith(`${one}.`))

export const isGivenParameter = (query: Readonly<Record<string, unknown>>, name: string) =>
  Object.keys(query).some(
    (one) => one === name || one.startsWith(`${name}[`) || `${one}[]` === name,
  )

export function flattenForm(value: Record<string, unknown>, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, one]): [string, string][] =>
    isMembers(one) ? flattenForm(one, `${prefix}${name}.`) : [[prefix + name, String(one)]],
  )
}
