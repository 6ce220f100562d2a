import { expect, it } from 'vitest'
import { parseManifest } from './parse-manifest.ts'
import { measureWork } from './testing/measure-work.ts'
import { readYaml } from './yaml-nodes.ts'

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

it.each([
  ['quotes', '"'.repeat(100_000)],
  ['documents', '---\n'.repeat(30_000)],
  ['directives', '%x\n'.repeat(30_000)],
  ['commas', `[${', '.repeat(49_000)}]`],
  ['aliases', `a: &a 1\nb: [${'*a,'.repeat(45_000)}]`],
  ['keys', Array.from({ length: 24_000 }, (_, nth) => `k${nth}: 1\n`).join('')],
])('rejects too many %s after little work', (_, text) => {
  readYaml(text)

  expect(measureWork(() => readYaml(text))).toBeLessThan(6)
  expect(readYaml(text).findings).not.toEqual([])
})

it('finds the place of an exceeded limit', () => {
  const { findings } = readYaml(`a: "b"\nc: ${'['.repeat(60)}`)

  expect(findings).toMatchObject([{ rule: 'yaml-limit', line: 2 }])
})
