import { getMembers } from '../../members.ts'
import type { Reading } from '../calls/resolve.ts'
import type { StandInRequest } from './exchange.ts'

/** Value of every `{{name}}`. */
export const standInValue = 'acme'

/** Returns a path with the stand-in’s values in place of `{{name}}`. */
export const fillStandInPath = (path: string) => path.replaceAll(/\{\{\w+\}\}/g, standInValue)

/** Whether a request has the constant parameters of a list, which distinguish those of parents. */
export const hasListConstants = (
  { query = {}, body = {}, graphql }: Pick<Reading, 'query' | 'body' | 'graphql'>,
  request: StandInRequest,
) => {
  const sent = request.body === '' ? {} : getMembers(JSON.parse(request.body))
  const text = String(sent['query'])
  return (
    Object.entries(graphql?.arguments ?? {}).every(([name, value]) =>
      text.includes(`${name}: ${JSON.stringify(value)}`),
    ) &&
    Object.entries(query).every(
      ([name, value]) =>
        typeof value === 'object' || !isPlain(value) || request.query.get(name) === String(value),
    ) &&
    Object.entries(body).every(
      ([name, value]) => typeof value !== 'string' || !isPlain(value) || sent[name] === value,
    )
  )
}

const isPlain = (value: unknown) => !/\{\w+\}/.test(String(value))

/** Whether a request is a GraphQL mutation. */
export const isGraphqlMutation = ({ body }: StandInRequest) => body.startsWith('{"query":"mutation')

/** Returns the values of a template's variables in a path; undefined if it does not match. */
export function valuesInPath(template: string, path: string): Record<string, string> | undefined {
  const names: string[] = []
  const pattern = fillStandInPath(template)
    .split(/(\{[\w.~]+\})/)
    .map((part) => {
      const [, name] = /^\{([\w.~]+)\}$/.exec(part) ?? []
      if (name === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      names.push(name)
      return '([^/?]+)'
    })
    .join('')
  const match = new RegExp(`^${pattern}$`).exec(path)
  return match
    ? Object.fromEntries(names.map((name, n) => [name, decodeURIComponent(match[n + 1] ?? '')]))
    : undefined
}
