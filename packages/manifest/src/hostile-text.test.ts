import { expect, it } from 'vitest'
import { parseManifest } from './parse-manifest.ts'
import { measureWork } from './testing/measure-work.ts'

const minutes = Array.from({ length: 200 }, (_, at) => at % 7)

const makeManifestFile = (schedules: string[]) => `specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
${schedules.map((schedule) => `        - schedule: ${schedule}\n`).join('')}`

it.each([
  ['comments that are opened again and again', `a: 1${' # platform:ignore['.repeat(40_000)}`],
  [
    'schedules whose days never follow each other',
    makeManifestFile(minutes.map((at) => `${at},58 0,23 * * 1,3,5`)),
  ],
])('parses %s in bounded time', (_, text) => {
  expect(measureWork(() => parseManifest(text))).toBeLessThan(100)
})
