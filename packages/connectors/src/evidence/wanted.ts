import { readFileSync } from 'node:fs'
import { catalogue } from '../catalogue/catalogue.ts'

const file = new URL('../../evidence/wanted.json', import.meta.url)

/** Entries of the tools that integrations are asked for most, by name: a choice, not a measurement. */
export const wantedTools = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>

const columns = ['signIn', 'read', 'write', 'subscribe'] as const

/** Returns which of the wanted tools have each capability, and which lack it. */
export function compareWanted(): { column: string; count: number; lacking: string[] }[] {
  return columns.map((column) => {
    const lacking = Object.entries(wantedTools).flatMap(([tool, name]) => {
      const info = catalogue[name]?.info
      const has = column === 'signIn' ? info !== undefined : info?.support[column] === true
      return has ? [] : [tool]
    })
    return { column, count: Object.keys(wantedTools).length - lacking.length, lacking }
  })
}
