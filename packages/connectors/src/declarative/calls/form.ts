import { isMembers } from '../../members.ts'

/** Encodes `{address: {city: 'Rome'}, tags: ['a']}` as `address[city]=Rome&tags[0]=a`. */
export function encodeForm(body: unknown): string {
  const parameters = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return
    if (typeof value !== 'object' || value === null) {
      parameters.append(name, value === null ? '' : String(value))
      return
    }
    for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner)
  }
  for (const [name, value] of Object.entries(body ?? {})) add(name, value)
  return parameters.toString()
}

/** More than any delivery of a provider has. */
const maxFormMembers = 5_000
const maxFormDepth = 10

/** Parses `contact[id]=7&contact[fields][2]=Rome`: names in brackets are members, also numbers. */
export function parseNestedForm(text: string): Record<string, unknown> {
  const content: Record<string, unknown> = {}
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/\]?\[|\]/).filter((step, n) => step !== '' || n === 0)
    const isOdd = steps.some((step) => ['__proto__', 'constructor', 'prototype'].includes(step))
    if (++count > maxFormMembers || isOdd || steps.length > maxFormDepth) continue
    const last = steps.pop() ?? name
    let current: Record<string, unknown> | undefined = content
    for (const step of steps) {
      const next: unknown = Object.hasOwn(current, step) ? current[step] : (current[step] = {})
      current = isMembers(next) ? next : undefined
      if (!current) break
    }
    if (current && !Object.hasOwn(current, last)) current[last] = value
  }
  return content
}
