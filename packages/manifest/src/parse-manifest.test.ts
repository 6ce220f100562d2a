import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseManifest } from './parse-manifest.ts'
import { measureWork } from './testing/measure-work.ts'

const example = `# What the demo reads
specVersion: 1.0.0
integrations:
  - name: salesforce-sync
    displayName: Salesforce
    provider: salesforce
    read:
      objects:
        - objectName: contact
          destination: webhook
          schedule: '*/15 * * * *'
          mapToName: person
          requiredFields:
            - fieldName: id
            - fieldName: $['mailing']['city']
              mapToName: $['address']['city']
          optionalFields:
            - mapToName: phone
              prompt: Which number do you call?
          optionalFieldsAuto: all
          backfill:
            defaultPeriod:
              days: 30
          delivery: {mode: auto, pageSize: 100}
    write:
      objects:
        - objectName: contact
          inheritMapping: true
    subscribe:
      objects:
        - objectName: contact
          destination: webhook
          inheritFieldsAndMapping: true
          updateEvent:
            enabled: always
            watchFieldsAuto: all
    proxy:
      enabled: true
`

it('reads a manifest without findings', () => {
  const { integrations, findings } = parseManifest(example)

  expect(findings).toEqual([])
  expect(integrations).toMatchObject([
    {
      name: 'salesforce-sync',
      provider: 'salesforce',
      read: {
        objects: [
          {
            objectName: 'contact',
            requiredFields: [{ fieldName: 'id' }, { mapToName: "$['address']['city']" }],
            delivery: { mode: 'auto', pageSize: 100 },
          },
        ],
      },
      proxy: { enabled: true },
    },
  ])
})

it('reads JSON as well, since it is YAML', () => {
  const manifest = {
    specVersion: '1.0.0',
    integrations: [{ name: 'crm', provider: 'hubspot', proxy: { enabled: true } }],
  }

  const { integrations } = parseManifest(JSON.stringify(manifest))

  expect(integrations).toEqual(manifest.integrations)
})

it('follows anchors and aliases', () => {
  const { integrations, findings } = parseManifest(`
specVersion: 1.0.0
integrations:
  - name: one
    provider: hubspot
    read: &read
      objects: [{objectName: contacts}]
  - name: two
    provider: salesforce
    read: *read
`)

  expect(findings).toEqual([])
  expect(integrations[1]?.read).toEqual(integrations[0]?.read)
})

it('gives no integrations as soon as one finding is an error, in the order of the file', () => {
  const broken = example
    .replace('1.0.0', '9')
    .replace('contact\n', 'contact\n          colour: red\n')

  const { integrations, findings } = parseManifest(broken)

  expect(integrations).toEqual([])
  expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
    ['spec-version', 2],
    ['unknown-key', 10],
  ])
})

it('reports every mistake, not only the first', () => {
  const broken = example
    .replace("'*/15 * * * *'", 'often')
    .replace('days: 30', 'days: many')
    .replace('enabled: true', 'enabled: perhaps')

  const { findings } = parseManifest(broken)

  expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
    ['schedule-syntax', 11],
    ['backfill-config', 23],
    ['invalid-value', 38],
  ])
})

const risky = example.replace('days: 30', 'fullHistory: true')

it.each([
  ['its line', risky.replace('fullHistory: true', '$& # platform:ignore[large-backfill-risk]')],
  ['the line above', risky.replace(/ +backfill:/, '# platform:ignore[large-backfill-risk]\n$&')],
  [
    'one of several comments above the node around it',
    risky.replace(
      / +- objectName/,
      '# platform:ignore[unknown-key, large-backfill-risk]\n# because\n$&',
    ),
  ],
])('silences a warning by a comment on %s', (_, text) => {
  expect(parseManifest(risky).findings).toMatchObject([{ rule: 'large-backfill-risk' }])
  expect(parseManifest(text).findings).toEqual([])
})

it('silences neither other rules nor errors', () => {
  const other = risky.replace('fullHistory: true', '$& # platform:ignore[unknown-key]')
  const error = example.replace('days: 30', 'days: -1 # platform:ignore[backfill-config]')

  expect(parseManifest(other).findings).toMatchObject([{ rule: 'large-backfill-risk' }])
  expect(parseManifest(error).findings).toMatchObject([{ rule: 'backfill-config' }])
})

it('makes an error of a missing destination when deploying', () => {
  const context = { destinationNames: ['inbox'] }

  const offline = parseManifest(example, context).findings
  const deploying = parseManifest(example, { ...context, isDeploy: true }).findings

  expect(offline.map(({ severity }) => severity)).toEqual(['warning', 'warning'])
  expect(deploying.map(({ severity }) => severity)).toEqual(['error', 'error'])
})

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('')

it.each([
  [
    'a bomb of aliases',
    `a0: &a0 [x]\n${many(30, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`)}`,
  ],
  ['an alias of itself', 'a: &a [*a]'],
  ['many brackets', '['.repeat(200_000)],
  ['many braces', '{a: '.repeat(200_000)],
  ['many dashes', '- '.repeat(200_000)],
  ['many keys', many(60_000, (n) => `key${n}: 1\n`)],
  ['many aliases', `a: &a 1\nb: [${'*a,'.repeat(200_000)}]`],
  ['deep aliases', `a0: &a0 1\n${many(400, (n) => `a${n + 1}: &a${n + 1} {x: [[[[*a${n}]]]]}\n`)}`],
  ['a huge file', 'a: 1\n'.repeat(1_000_000)],
  ['a long line', `a: ${'x '.repeat(400_000)}`],
  ['a long key', `${'k'.repeat(1000)}: 1`],
  ['many mistakes', 'a: ]\n'.repeat(20_000)],
  ['a key of a prototype', '__proto__: {specVersion: 1.0.0}\nconstructor: {}'],
  [
    'many unknown keys',
    `specVersion: 1.0.0\nintegrations:\n  - {${many(9000, (n) => `k${n}: 1, `)}}`,
  ],
  ['a hostile field path', example.replace("$['mailing']['city']", `$[${"'\\\\".repeat(20_000)}`)],
])('refuses %s quickly, with few findings', (_, text) => {
  let parsed: ReturnType<typeof parseManifest> | undefined
  const work = measureWork(() => (parsed = parseManifest(text)))
  const { integrations, findings = [] } = parsed ?? {}

  expect(integrations).toEqual([])
  expect(findings.length).toBeGreaterThan(0)
  expect(findings.length).toBeLessThanOrEqual(520)
  expect(work).toBeLessThan(100)
})

const isPlaced = (text: string) => {
  const { findings } = parseManifest(text)
  const lines = text.split(/\r\n|\r|\n/).length
  return findings.every(
    ({ line, column, message }) => line >= 1 && line <= lines && column >= 1 && message.length > 0,
  )
}

/** Any character; the unit `binary` of fast-check would first list all of them for two seconds. */
const anyCharacter = fc.nat({ max: 0x10f7ff }).map(
  // Without the halves of surrogate pairs.
  (n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800),
  (text) => {
    if (typeof text !== 'string' || !/^.$/su.test(text)) throw new Error('Not a character.')
    const code = text.codePointAt(0) ?? 0
    return code < 0xd800 ? code : code - 0x800
  },
)

it('never throws, whatever the text, and points into it', () => {
  const yamlish = fc.array(
    fc.constantFrom(
      ...'[]{}:,-?&*!|>%@`\'"#\n \ta1~'.split(''),
      '&a ',
      '*a',
      '\n  - ',
      ': ',
      '<<: ',
    ),
    { maxLength: 60 },
  )

  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), isPlaced), {
    numRuns: 1000,
  })
  fc.assert(
    fc.property(yamlish, (parts) => isPlaced(parts.join(''))),
    { numRuns: 2000 },
  )
})

it('never throws on a manifest that was changed anywhere', () => {
  const values = fc.constantFrom(
    '',
    '~',
    '[]',
    '{}',
    '-1',
    '1e999',
    'true',
    '"\\0"',
    '*a',
    '&a x',
    '|',
    '- x',
    "$['",
  )
  const change = fc.record({
    at: fc.nat(example.length),
    cut: fc.nat(30),
    insert: fc.oneof(values, fc.string({ maxLength: 5 })),
  })

  const changed = fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) =>
      changes.reduce(
        (text, { at, cut, insert }) => text.slice(0, at) + insert + text.slice(at + cut),
        example,
      ),
    )
  fc.assert(fc.property(changed, isPlaced), { numRuns: 2000 })
})
