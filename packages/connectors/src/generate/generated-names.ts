import { splitPath } from './calls.ts'
import type { FoundList } from './find-list.ts'

export const toPlainPath = (path: string) => path.replace(/(?:\.json)?\/?$/, '')

export const toLetters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

const verbStep = /^(?:list|get|query|all|find|index|search|get_?all)$/i
const versionStep =
  /^(?:api|rest|v?\d+(?:\.\d+)*|v\d+\w*|\d{4}-\d\d(?:-\d\d)?|open_api|services?)$/i

/** Names objects by the ends of their paths, as short as they differ. */
export function nameObjects(
  lists: readonly FoundList[],
  isAccount: (parameter: string) => boolean,
): Map<string, string> {
  const steps = new Map(
    lists.map(({ call }) => {
      const all = splitPath(toPlainPath(call.path))
        .filter(({ parameter }) => parameter === undefined)
        .map(({ text }) => text.replace(/\.(?:list|get|all)$/i, '').replaceAll(/[^\w-]+/g, '_'))
        .filter((text) => !versionStep.test(text))
      const named = all.length > 1 && verbStep.test(all.at(-1) ?? '') ? all.slice(0, -1) : all
      const first = splitPath(call.path).find(({ parameter }) => parameter !== undefined)
      const hasAccount = first?.parameter !== undefined && isAccount(first.parameter)
      // `/organizations/{organization}/projects` is named after what follows the account.
      return [call.path, hasAccount && named.length > 1 ? named.slice(1) : named]
    }),
  )
  const names = new Map<string, string>()
  for (const [path, all] of steps) {
    let length = 1
    const take = (of: readonly string[], count: number) => of.slice(-count).join('/')
    const isTaken = (count: number) =>
      [...steps].some(
        ([other, own]) =>
          other !== path && take(own, count) === take(all, count) && own.length <= all.length,
      )
    while (length < all.length && isTaken(length)) length += 1
    let name = take(all, length).slice(0, 180) || 'records'
    for (let number = 2; [...names.values()].includes(name); number++) {
      name = `${take(all, length).slice(0, 180)}_${number}`
    }
    names.set(path, name)
  }
  return names
}

/** Formats a name: `contact_lists` → `Contact lists`. */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `https://{{region}}.acme.io/v1` → `Acme`. */
export function findDomainName(baseURL: string): string {
  const [, name = 'provider'] =
    /^https?:\/\/[^/]*?([a-z\d-]+)\.[a-z]+(?:[/:]|$)/i.exec(baseURL) ?? []
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A provider's name as in the catalogue: `Acme CRM` → `acmeCRM`. */
export function toProviderName(title: string): string {
  const words = title
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .slice(0, 4)
  const joined = words
    .map((word, index) =>
      index === 0
        ? word.charAt(0).toLowerCase() + word.slice(1)
        : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('')
  return /^[A-Za-z]/.test(joined) ? joined.slice(0, 60) : 'provider'
}
