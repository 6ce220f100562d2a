import { execFile, execFileSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NotificationEventType } from '@platform/contract'
import deliveries from '@platform/contract/deliveries.json' with { type: 'json' }
import { openapiDocument } from '@platform/contract/openapi'
import { describeMessages, parseManifest, printTypeScript } from '@platform/manifest'
import { format } from 'oxfmt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../../packages/cli/src/main.ts'
import type { Framework } from '../../../packages/cli/src/files/starters.ts'
import { templates } from '../../../packages/cli/src/files/templates.ts'
import { samplesOfCurl } from './reference/curl-samples.ts'
import { listOperations, type Document } from './reference/document.ts'
import { codeSamples } from './reference/samples.ts'
import { docsSources } from './site-pages.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Snippet {
  page: string
  language: string
  info: string
  code: string
}

let snippets: Snippet[]
let folder: string
let texts: { page: string; text: string }[]
beforeAll(async () => {
  const guides = await Array.fromAsync(glob('**/*.md', { cwd: docsSources }))
  // What people read first, besides the guides, by its path from here.
  const beside = await Array.fromAsync(
    glob(['*.md', '{server,packages,apps,tools}/*/README.md'], { cwd: root }),
  )
  const toSourceFile = (page: string) => join(guides.includes(page) ? docsSources : root, page)
  const pages = [...guides, ...beside.map((page) => `./${page}`)]
  texts = await Promise.all(
    pages.map(async (page) => ({ page, text: await readFile(toSourceFile(page), 'utf8') })),
  )
  snippets = texts.flatMap(({ page, text }) =>
    [...text.matchAll(/^( *)```(\w*)(.*)\n([\s\S]*?)^ *```$/gm)].map(
      ([, indent = '', language = '', info = '', code = '']) => ({
        ...{ page, language, info },
        code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    ),
  )
  folder = await mkdtemp(join(tmpdir(), 'snippets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const inLanguage = (...languages: string[]) =>
  snippets.filter(({ language }) => languages.includes(language))

const samples = () => {
  // The pages read what the contract generates.
  const document = openapiDocument() as unknown as Document
  const operations = listOperations(document)
  return [
    ...operations.map((operation) => ({
      id: operation.operationId,
      samples: codeSamples(operation, document.components),
    })),
    ...inLanguage('sh').flatMap(({ page, code }, index) => {
      const shown = samplesOfCurl(code, operations)
      return shown ? [{ id: `${page.replaceAll(/\W/g, '-')}-${index}`, samples: shown }] : []
    }),
  ]
}

/** Checker per language; drawings and settings of other programs have none. */
const looked: Record<string, string> = {
  ...{ yaml: 'parsed', json: 'parsed', sh: 'read by a shell, its commands looked up', js: 'read' },
  ...{ ts: 'compiled', tsx: 'compiled', python: 'run', go: 'run', java: 'run', ruby: 'run' },
  ...{
    php: 'run',
    sql: 'shown',
    ini: 'shown',
    cron: 'shown',
    css: 'shown',
    text: 'shown',
    // `tools/journeys/reverse-proxy.test.ts` starts the programs with them.
    nginx: 'run',
    caddyfile: 'run',
    '': 'shown',
  },
}

it('checks every fenced block, in every language', () => {
  const fences = texts.flatMap(({ text }) => text.match(/^ *(?:```|~~~)/gm) ?? [])

  expect(snippets.length).toBeGreaterThan(110)
  expect(snippets.length * 2).toBe(fences.length)
  expect(snippets.filter(({ language }) => !Object.hasOwn(looked, language))).toEqual([])
})

/** A manifest; one that a page shows in part is completed. */
function completeManifest(code: string): string | undefined {
  if (/^specVersion:/m.test(code)) return code
  if (/^integrations:/m.test(code)) return `specVersion: 1.0.0\n${code}`
  if (!/^(read|write|subscribe|watchSchema|proxy):/.test(code)) return undefined
  const action = code.startsWith('watchSchema:') ? `${code}\nproxy: { enabled: true }` : code
  const member = action.replaceAll(/^(?=.)/gm, '    ')
  return `specVersion: 1.0.0\nintegrations:\n  - name: sync\n    provider: salesforce\n${member}`
}

it('contains only valid YAML', async () => {
  for (const { page, code } of inLanguage('yaml')) {
    expect((await format('snippet.yaml', code)).errors, page).toEqual([])
  }
})

it('contains only JavaScript that Node parses', async () => {
  const all = inLanguage('js')
  expect(all.length).toBeGreaterThan(8)
  await Promise.all(
    all.map(async ({ code }, index) => {
      const file = join(folder, `read-${index}.mjs`)
      await writeFile(file, code)
      await run(process.execPath, ['--check', file])
    }),
  )
})

it('names only existing commands and options', () => {
  const shown = texts.flatMap(({ page, text }) =>
    [
      ...text.matchAll(/`(?:npx )?platform ([a-z][^`]*)`/g),
      ...inLanguage('sh')
        .filter((snippet) => snippet.page === page)
        .flatMap(({ code }) => [
          ...code
            .replaceAll(/\\\n/g, ' ')
            .matchAll(/(?<=^| |\.bin\/)platform ([a-z](?!\w*\/)[^\n#|&;]*)/gm),
        ]),
    ].map(([, words = '']) => ({ page, words: words.split(/\s+/) })),
  )
  const unknown = shown.filter(({ words }) => {
    // A page may name commands by their common beginning: `keys …`.
    const known = words.filter((word) => !word.startsWith('<'))
    const found =
      // `projects create` before `projects`.
      commands
        .toSorted((one, other) => other.name.length - one.name.length)
        .find(({ name }) => known.join(' ').startsWith(name)) ??
      commands.find(({ name }) => name.startsWith(`${known[0]} `) && !/^\w/.test(known[1] ?? ''))
    const given = known.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? [])
    return !found || given.some((name) => name !== 'help' && !Object.hasOwn(found.options, name))
  })

  expect(shown.length).toBeGreaterThan(40)
  expect(unknown.map(({ page, words }) => `${page}: ${words.join(' ')}`)).toEqual([])
})

it('contains only valid manifests', () => {
  const manifests = inLanguage('yaml').flatMap(({ page, code }) => {
    const manifest = completeManifest(code)
    return manifest ? [{ page, code: manifest }] : []
  })

  expect(manifests.length).toBeGreaterThan(7)
  for (const { page, code } of manifests) {
    const errors = parseManifest(code).findings.filter(({ severity }) => severity === 'error')
    expect([page, errors]).toEqual([page, []])
  }
})

it('contains only valid JSON', () => {
  expect(inLanguage('json').length).toBeGreaterThan(10)
  for (const { page, code } of inLanguage('json')) {
    expect(() => JSON.parse(code) as unknown, page).not.toThrow()
  }
})

it('shows messages as they were sent', () => {
  const sent: Record<string, unknown> = deliveries
  const bodies = inLanguage('json')
    .filter(({ page }) => page === 'events.md')
    .map(({ code }) => JSON.parse(code) as { notificationType?: string; action?: string })

  const types = bodies.map(({ notificationType, action }) => String(notificationType ?? action))

  expect(types.toSorted()).toEqual(
    [...NotificationEventType.options, 'read', 'schema.watch', 'subscribe'].toSorted(),
  )
  for (const [at, body] of bodies.entries()) expect(body).toEqual(sent[String(types[at])])
})

it('contains only shell commands that parse, including curl samples', async () => {
  const all = [
    ...inLanguage('sh', 'bash').map(({ code }) => code),
    ...samples().map((one) => one.samples.find(({ name }) => name === 'curl')?.code ?? ''),
  ]
  const file = join(folder, 'all.sh')
  await writeFile(file, all.join('\n\n'))

  expect(all.length).toBeGreaterThan(90)
  await run('bash', ['-n', file])
})

it('shows each call of a guide for curl, TypeScript, Python and Go', () => {
  const calls = inLanguage('sh').filter(({ code }) => /^curl (-X \w+ )?https:/.test(code))
  const shown = samples().slice(-calls.length)

  expect(calls.length).toBeGreaterThan(6)
  for (const { id, samples: all } of shown) {
    const names = all.map(({ name }) => name)
    expect([id, names]).toEqual([id, ['curl', 'TypeScript', 'Python', 'Go']])
    expect(id).toMatch(/-md-/)
    for (const { name, code } of all)
      expect([id, name, code]).toEqual([id, name, expect.stringMatching('plat_full_…')])
  }
})

it('uses the reader’s project in each sample, also in bodies', () => {
  const named = samples().flatMap((one) =>
    one.samples.flatMap(({ code }) =>
      [...code.matchAll(/projectIdOrName"?: ["']([^"']+)/g)].map(([, name]) => `${one.id} ${name}`),
    ),
  )

  expect(named).toContain('oauthConnect my-project')
  expect(named.filter((line) => !line.endsWith(' my-project'))).toEqual([])
})

/** Returns what `platform types` writes for the manifest of the page about webhooks. */
function printTypesOfWebhooksPage(): string {
  const shown = inLanguage('yaml').find(({ page }) => page === 'webhooks.md')
  const { integrations } = parseManifest(completeManifest(shown?.code ?? '') ?? '')
  return printTypeScript(describeMessages(integrations).schema)
}

it('contains only TypeScript that compiles in strict mode, including API samples', async () => {
  const home = join(root, 'apps/docs/dist/.snippets')
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { recursive: true })
  // Declarations that readers have: pages show how to use them.
  await writeFile(
    join(home, 'readers.d.ts'),
    `declare const apiKey: string, baseUrl: string, rawBody: string, text: string, id: string
declare const request: { headers: Record<string, string> }
declare const user: { id: string }, company: { id: string }
declare const getToken: () => Promise<string>
declare const catalogue: Record<string, import('@platform/contract').ProviderInfo>`,
  )
  const written = inLanguage('ts', 'tsx')
    // Samples of the UI are compiled with its bundles, files of a backend together.
    .filter(({ page, info }) => !page.startsWith('ui/') && !info.includes('file='))
    .map(({ code, language }, index) => [`snippet-${index}.${language}`, code] as const)
  const ofApi = samples().map(
    (one) =>
      [`${one.id}.ts`, one.samples.find(({ name }) => name === 'TypeScript')?.code ?? ''] as const,
  )
  for (const [name, code] of [...written, ...ofApi]) {
    // Without an import, a file is no module and could not await.
    await writeFile(join(home, name), `${code}\nexport {}\n`)
  }
  await writeFile(join(home, 'platform-types.ts'), printTypesOfWebhooksPage())
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'], jsx: 'react-jsx' },
    ...{ target: 'es2024', module: 'preserve', allowImportingTsExtensions: true },
    ...{ lib: ['es2024', 'esnext', 'dom', 'dom.iterable'], noUncheckedSideEffectImports: false },
  }
  await writeFile(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions }))

  // Each additional checker loads the types of all packages again, which costs more than it saves.
  const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['-p', home, '--singleThreaded'])
    .then(() => '')
    .catch(({ stdout }: { stdout: string }) => stdout)

  expect(written.length).toBeGreaterThan(9)
  expect(ofApi.length).toBeGreaterThan(70)
  expect(compiled).toBe('')
  await rm(home, { recursive: true })
})

it.skipIf(!has('python3'))('contains only valid Python in API samples', async () => {
  const all = samples().map((one) => one.samples.find(({ name }) => name === 'Python')?.code ?? '')
  const file = join(folder, 'all.json')
  await writeFile(file, JSON.stringify(all))

  await run('python3', [
    '-c',
    'import ast, json, sys\nfor code in json.load(open(sys.argv[1])): ast.parse(code)',
    file,
  ])
})

it.skipIf(!has('gofmt'))('contains only valid Go in API samples', async () => {
  const all = samples().map((one) => one.samples.find(({ name }) => name === 'Go')?.code ?? '')
  const files = all.map((code, index) => ({ code, file: join(folder, `sample-${index}.go`) }))
  for (const { code, file } of files) await writeFile(file, `${code}\n`)

  expect(all.length).toBeGreaterThan(70)
  // Lists the files that are formatted differently, and fails for invalid ones.
  const { stdout } = await run('gofmt', ['-l', ...files.map(({ file }) => file)])
  expect(stdout).toBe('')
})

it.each<Framework>(['express', 'fastify', 'next'])(
  'shows for %s what `platform init` writes in each language',
  async (framework) => {
    const formatSource = async (file: string, source: string) => {
      const { code } = await format(file, source, { semi: false, singleQuote: true })
      return `${file}\n${code}`
    }
    // In Next, CommonJS is an exception that the guide only mentions.
    const languages = (['ts', 'js', 'commonjs'] as const).slice(0, framework === 'next' ? 2 : 3)
    const written = languages.flatMap((language) =>
      Object.entries(templates(framework, 'salesforce', language)).filter(
        ([file]) => file !== 'platform.yaml',
      ),
    )
    const shown = snippets.flatMap(({ page, info, code }) => {
      const [, file] = /file="([^"]+)"/.exec(info) ?? []
      return page === `start/${framework}.md` && file ? [formatSource(file, code)] : []
    })

    expect(await Promise.all(shown)).toEqual(
      expect.arrayContaining(
        await Promise.all(written.map(([file, source]) => formatSource(file, source))),
      ),
    )
  },
)

describe('verifying a webhook', () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const body = '{"notificationType":"connection.created","data":{"consumerName":"Zoë"}}'
  const message = (text: string, timestamp: number) => {
    const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    const signature = mac.update(`msg_1.${timestamp}.${text}`).digest('base64')
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
    }
  }
  const codeIn = (tab: string) =>
    snippets.find(({ page, info }) => page === 'webhooks.md' && info.includes(`"${tab}"`))?.code ??
    ''

  /** Input of each program: a line per case, as `<case> <accepted or refused>`. */
  const cases = () => {
    const now = Math.floor(Date.now() / 1000)
    return [
      { name: 'good', body, headers: message(body, now) },
      { name: 'changed', body: `${body} `, headers: message(body, now) },
      { name: 'old', body, headers: message(body, now - 301) },
      {
        name: 'unsigned',
        body,
        headers: { ...message(body, now), 'webhook-signature': 'v1a,AAAA' },
      },
    ]
  }
  const wanted = 'good accepted\nchanged refused\nold refused\nunsigned refused\n'

  const asArguments = () =>
    cases().flatMap((one) => [
      one.name,
      one.body,
      one.headers['webhook-timestamp'],
      one.headers['webhook-signature'],
    ])

  const programs: Record<
    string,
    {
      command: string
      args: (file: string) => string[]
      file: string
      around: (code: string) => string
    }
  > = {
    TypeScript: {
      command: process.execPath,
      args: (file) => [file],
      file: 'verify.ts',
      around: (code) => `${code}
const rest = process.argv.slice(2)
while (rest.length > 0) {
  const [name = '', body = '', timestamp = '', signature = ''] = rest.splice(0, 4)
  try {
    verify(body, { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }, '${secret}')
    console.log(name + ' accepted')
  } catch { console.log(name + ' refused') }
}`,
    },
    Python: {
      command: 'python3',
      args: (file) => [file],
      file: 'verify.py',
      around: (code) => `${code}
import sys
rest = sys.argv[1:]
for at in range(0, len(rest), 4):
    name, body, timestamp, signature = rest[at:at + 4]
    try:
        verify(body.encode(), {"webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signature}, "${secret}")
        print(name, "accepted")
    except ValueError:
        print(name, "refused")`,
    },
    Go: {
      command: 'go',
      args: (file) => ['run', file],
      file: 'verify.go',
      around: (code) =>
        `${code.replace('package webhook', 'package main').replace('import (', 'import (\n"fmt"\n"os"')}
func main() {
  rest := os.Args[1:]
  for at := 0; at < len(rest); at += 4 {
    header := http.Header{}
    header.Set("webhook-id", "msg_1")
    header.Set("webhook-timestamp", rest[at+2])
    header.Set("webhook-signature", rest[at+3])
    if Verify([]byte(rest[at+1]), header, "${secret}") == nil { fmt.Println(rest[at], "accepted") } else { fmt.Println(rest[at], "refused") }
  }
}`,
    },
    Java: {
      command: 'java',
      args: (file) => [file],
      file: 'Main.java',
      // The class that is started comes first.
      around: (code) => `${code.slice(0, code.indexOf('class Webhook'))}
public class Main {
  public static void main(String[] rest) throws Exception {
    for (int at = 0; at < rest.length; at += 4) {
      try {
        Webhook.verify(rest[at + 1].getBytes(StandardCharsets.UTF_8), Map.of("webhook-id", "msg_1",
          "webhook-timestamp", rest[at + 2], "webhook-signature", rest[at + 3]), "${secret}");
        System.out.println(rest[at] + " accepted");
      } catch (SecurityException refused) { System.out.println(rest[at] + " refused"); }
    }
  }
}
${code.slice(code.indexOf('class Webhook'))}`,
    },
    Ruby: {
      command: 'ruby',
      args: (file) => [file],
      file: 'verify.rb',
      around: (code) => `${code}
ARGV.each_slice(4) do |name, body, timestamp, signature|
  begin
    verify(body, { "webhook-id" => "msg_1", "webhook-timestamp" => timestamp, "webhook-signature" => signature }, "${secret}")
    puts "#{name} accepted"
  rescue RuntimeError
    puts "#{name} refused"
  end
end`,
    },
    PHP: {
      command: 'php',
      args: (file) => [file],
      file: 'verify.php',
      around: (code) => `${code}
foreach (array_chunk(array_slice($argv, 1), 4) as [$name, $body, $timestamp, $signature]) {
    try {
        verify($body, ['webhook-id' => 'msg_1', 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signature], '${secret}');
        echo "$name accepted\\n";
    } catch (RuntimeException) {
        echo "$name refused\\n";
    }
}`,
    },
  }

  it.for(Object.entries(programs).map(([language, program]) => ({ language, program })))(
    'works in $language',
    { timeout: 600_000 },
    async ({ language, program }, { skip }) => {
      if (!has(program.command)) skip(`${program.command} is not on this machine`)
      const home = await mkdtemp(join(folder, 'program-'))
      await symlink(join(root, 'node_modules'), join(home, 'node_modules'))
      const file = join(home, program.file)
      await writeFile(file, program.around(codeIn(language)))

      const { stdout } = await run(program.command, [...program.args(file), ...asArguments()], {
        env: { ...process.env, JAVA_TOOL_OPTIONS: '-Dfile.encoding=UTF-8', LC_ALL: 'C.UTF-8' },
      })

      expect(stdout).toBe(wanted)
    },
  )
})

function has(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`])
    return true
  } catch {
    return false
  }
}
