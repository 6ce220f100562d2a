import { existsSync } from 'node:fs'
import { serverPath } from '../../../../scripts/server-packages.ts'
import { parts } from '../domains.ts'

/**
 * Imports this file from every domain that has one, and returns its exports with a matching name.
 */
export async function exportsOfParts<Export>(file: string, named: RegExp): Promise<Export[]> {
  const folders = parts.flatMap(({ name, rooms = [] }) => [name, ...rooms])
  const found: Export[] = []
  for (const folder of folders) {
    const url = new URL(`../../../../${serverPath(`${folder}/${file}`)}`, import.meta.url)
    if (!existsSync(url)) continue
    const module = (await import(url.pathname)) as Record<string, Export>
    for (const [name, value] of Object.entries(module)) if (named.test(name)) found.push(value)
  }
  return found
}
