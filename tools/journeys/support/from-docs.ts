import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Returns the code block of a docs page that contains these words. */
export async function fromDocs(path: string, words: string): Promise<string> {
  const text = await readFile(join(root, 'docs', path), 'utf8')
  const blocks = [...text.matchAll(/^```\w+[^\n]*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const found = blocks.find((code) => code.includes(words))
  if (found === undefined) throw new Error(`docs/${path} shows nothing with “${words}”.`)
  return found
}
