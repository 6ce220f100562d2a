import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { serverPath } from '../../../../scripts/server-packages.ts'
import { keptRules, reachRules, roomRules } from './trust-rules.ts'

it.each([...reachRules, ...roomRules, ...keptRules])(
  'is proved by existing tests: $rule',
  async ({ tests }) => {
    const titles = Object.entries(tests)
    expect(titles.length).toBeGreaterThan(0)

    for (const [file, wanted] of titles) {
      const path = file.startsWith('../') ? `../${file}` : `../../../${serverPath(file)}`
      const source = await readFile(new URL(path, import.meta.url), 'utf8')
      const there = [
        ...source.matchAll(
          /\(\s*(['"`])(.+?)\1\s*,(?:\s*\{[^{}]*\},)?\s*async|\(\s*(['"`])(.+?)\3\s*,\s*\(/g,
        ),
      ].map(([, , title, , other]) => title ?? other)
      for (const title of wanted) expect(there, file).toContain(title)
    }
  },
)
