import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as given from '../../testing/given.ts'

const openapi = `openapi: 3.1.0
info: { title: Acme CRM, version: '1' }
servers: [{ url: https://api.acme.test }]
components:
  securitySchemes: { login: { type: http, scheme: basic } }
paths:
  /contacts:
    get:
      responses:
        '200':
          content:
            application/json:
              schema:
                type: array
                items: { type: object, properties: { id: { type: string }, email: { type: string } } }
`

it('writes a provider file that passes its check', async () => {
  const cwd = await given.folder({ 'openapi.yaml': openapi })

  const generated = await given.runCli(['providers', 'generate', 'openapi.yaml'], { cwd })
  const again = await given.runCli(['providers', 'generate', 'openapi.yaml'], { cwd })
  const checked = await given.runCli(['providers', 'check', './acmeCRM.json'], { cwd })

  expect(generated).toMatchObject({ exitCode: 0, stderr: '' })
  expect(generated.stdout).toContain('Wrote acmeCRM.json: 1 objects')
  expect(generated.stdout).toContain('✓ acmeCRM')
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--overwrite') })
  expect(checked.stdout).toContain('guessed values: ')
  const text = await readFile(join(cwd, 'acmeCRM.json'), 'utf8')
  expect(text).toContain('// guessed: ')
})

it('says what is missing, and fails', async () => {
  const cwd = await given.folder({ 'a.yaml': openapi.replace('https://api.acme.test', '/v1') })

  const generated = await given.runCli(['providers', 'generate', 'a.yaml'], { cwd })

  expect(generated.exitCode).toBe(1)
  expect(generated.stdout).toContain('missing: baseURL')
})

it('proposes from a folder of replies', async () => {
  const cwd = await given.folder({
    'replies/books.json': JSON.stringify({ data: [{ id: 1, title: 'A' }] }),
  })

  const generated = await given.runCli(
    [
      'providers',
      'generate',
      '--from-replies',
      'replies',
      '--name',
      'library',
      '--base-url',
      'https://l.test',
      '--json',
    ],
    { cwd },
  )

  expect(generated.exitCode).toBe(0)
  expect(JSON.parse(generated.stdout)).toMatchObject({
    name: 'library',
    objects: [{ name: 'books', read: '/books' }],
  })
})

const bomb = `a: &a [x, x, x, x, x, x, x, x, x, x]
${Array.from({ length: 20 }, (_, n) => {
  const [name, lower] = [String.fromCodePoint(98 + n), String.fromCodePoint(97 + n)]
  return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${lower}`).join(', ')}]`
}).join('\n')}
`

it.each([
  ['multiplied aliases', 'a.yaml', bomb, 'is not valid YAML: Excessive alias count'],
  ['deep nesting', 'a.json', '['.repeat(200_000), 'is not valid JSON'],
  ['deep nesting in YAML', 'a.yaml', `a: ${'['.repeat(20_000)}`, 'is not valid YAML'],
  ['no JSON', 'a.json', '{"openapi": ', 'is not valid JSON'],
  ['no YAML', 'a.yaml', 'a: b: c', 'is not valid YAML'],
  ['a text', 'a.yaml', 'hello', 'not an OpenAPI document'],
  ['Swagger 2', 'a.yaml', 'swagger: "2.0"', 'npx swagger2openapi'],
  ['YAML that is too large', 'a.yaml', `a: "${'x'.repeat(15_000_000)}"`, 'Convert it to JSON'],
])('rejects %s', async (_, name, text, message) => {
  const cwd = await given.folder({ [name]: text })

  const { exitCode, stderr } = await given.runCli(['providers', 'generate', name], { cwd })

  expect(stderr).toContain(message)
  expect(exitCode).toBe(1)
})

it('names wrong options', async () => {
  const cwd = await given.folder({ 'openapi.yaml': openapi })
  const run = async (...args: string[]) =>
    (await given.runCli(['providers', 'generate', ...args], { cwd })).stderr

  expect(await run()).toContain('--from-replies is required')
  expect(await run('openapi.yaml', '--from-replies', '.')).toContain('Either')
  expect(await run('none.yaml')).toContain('cannot be read')
  expect(await run('--from-replies', 'none')).toContain('No such folder')
  expect(await run('openapi.yaml', '--base-url', 'acme')).toContain('--base-url must be')
  expect(await run('openapi.yaml', '--name', '../x')).toContain('--name must')
})
