import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readSettings, settingNames } from '../server/program/src/main/settings/settings.ts'

it('documents every setting with its default', async () => {
  const page = await readFile(new URL('settings.md', import.meta.url), 'utf8')
  const defaults: Record<string, unknown> = readSettings({})

  const rows = [...page.matchAll(/^\| `(\w+)`\s*\| (\S+)/gm)].map(([, name, value]) => [
    name,
    value,
  ])

  expect(rows.toSorted()).toEqual(
    settingNames
      .map((name) => [
        name,
        defaults[name] === undefined ? 'none' : `\`${String(defaults[name])}\``,
      ])
      .toSorted(),
  )
})
