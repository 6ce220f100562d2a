import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { commands } from './main.ts'
import { folder, platform, problemReply, runCli } from './testing/given.ts'
import { legible, print } from './terminal/terminal.ts'
import { version } from './version.ts'

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

it.each([[], ['--help'], ['-h'], ['help']])('shows all commands for %j', async (...args) => {
  const { exitCode, stdout } = await runCli(args.filter((arg) => arg !== undefined))

  expect(exitCode).toBe(0)
  for (const name of ['validate', 'deploy', 'listen', 'status', 'logs', 'keys rotate']) {
    expect(stdout).toContain(`  ${name} `)
  }
})

it.each([
  ['deploy', '--help'],
  ['help', 'deploy'],
])('shows the help of a command for %s %s', async (...args) => {
  const { exitCode, stdout } = await runCli(args)

  expect(exitCode).toBe(0)
  expect(stdout).toContain('Usage: platform deploy [path] [options]')
  expect(stdout).toContain('--dry-run')
})

it.each([
  { args: ['depoly'], says: 'Unknown command `depoly`. Did you mean `deploy`?' },
  {
    args: ['deliveries', 'retyr'],
    says: '`deliveries` needs a subcommand: `deliveries list`, `deliveries retry`.',
  },
  {
    args: ['keys', 'create'],
    says: 'Unknown command `keys create`. Did you mean `api-keys create` or `jwt-keys create`?',
  },
  { args: ['api-keys', 'rotate'], says: 'The ID of a key is required.' },
  { args: ['api-keys', 'delete', 'plat_full_x'], says: 'The key must be named by its ID' },
  {
    args: ['api-keys', 'update', 'key_1', '--days', '9', '--no-expiry'],
    says: 'Use either --days or --no-expiry.',
  },
  { args: ['api-keys', 'update', 'key_1'], says: 'Nothing to change' },
  {
    args: ['members', 'set-role', 'a@b.test', '--project-role', 'crm'],
    says: '--project-role must be a project and viewer, developer, operator or admin',
  },
  { args: ['members', 'set-role', 'a@b.test'], says: '--role or --project-role is required.' },
  {
    args: ['members', 'list', '--base-url', 'http://127.0.0.1:1'],
    says: 'Not signed in to http://127.0.0.1:1.',
  },
  {
    args: ['deploy', '--dry-rum'],
    says: "Unknown option '--dry-rum'. Did you mean `--dry-run`?",
  },
  {
    args: ['init', '--framework', 'fastfy'],
    says: '--framework must be express, fastify, next, or node, not fastfy. Did you mean `fastify`?',
  },
  {
    args: ['completion', 'fisch'],
    says: 'shell must be bash, zsh, or fish, not fisch. Did you mean `fish`?',
  },
  { args: ['deploy', 'a', 'b'], says: '`b` is not expected: too many arguments.' },
  { args: ['deploy', '--project'], says: "Option '--project <value>' argument missing." },
  { args: ['bootstrap', '--org', 'Acme'], says: '--org and --project are required.' },
  { args: ['listen', '--port', 'many'], says: '--port must be a number' },
  {
    args: ['providers', 'check', 'gone.json'],
    says: 'No such file or folder: gone.json.',
  },
  {
    args: ['status', '--base-url', 'http://'],
    says: 'The base URL must begin with http:// or https://, not http://.',
  },
])('rejects $args with one sentence', async ({ args, says }) => {
  const { exitCode, stdout, stderr } = await runCli(args)

  expect(exitCode).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain(`error ${says}`)
})

/** The commands as the help lists them. */
const parseCommandNames = (overview: string) =>
  [...overview.matchAll(/^ {2}((?:[a-z-]+ )?[a-z-]+) {3,}\S/gm)].flatMap(([, name]) => name ?? [])

it('has help and --json in every command', async () => {
  const names = parseCommandNames((await runCli(['--help'])).stdout)

  expect(names).toEqual(expect.arrayContaining(['login', 'revisions', 'rollback', 'keys rotate']))
  for (const name of names) {
    const { exitCode, stdout } = await runCli([...name.split(' '), '--help'])
    expect([name, exitCode]).toEqual([name, 0])
    expect(stdout).toContain(`Usage: platform ${name}`)
    expect(stdout, name).toContain('--json')
  }
})

it('marks required arguments and names a missing one', async () => {
  const needy = commands.filter(({ argument }) => argument?.isNeeded)

  expect(needy.length).toBeGreaterThan(8)
  for (const { name, argument } of needy) {
    const help = await runCli([...name.split(' '), '--help'])
    const without = await runCli(name.split(' '))
    expect(help.stdout).toContain(`Usage: platform ${name} <${argument?.name}> [options]`)
    expect([name, without.exitCode]).toEqual([name, 2])
    expect(without.stderr).toMatch(/^error .+ required/)
  }
})

it('can name an account wherever a command is about one customer’s installation', () => {
  const ofGroup = commands.filter(({ options }) => 'group' in options)
  const without = ofGroup.filter(({ options }) => !('instance' in options))

  // Lists of a customer, and events about one (docs/decisions/0018-accounts.md).
  expect(without.map(({ name }) => name).toSorted()).toEqual([
    'approvals list',
    'deliveries list',
    'destinations list',
    'events send',
    'logs',
  ])
  expect(ofGroup.length - without.length).toBeGreaterThan(8)
})

/** Arguments of each command that calls the platform; null for those without calls or credentials. */
const asking: Record<string, string[] | null> = {
  init: null,
  login: [],
  logout: null,
  whoami: [],
  'projects list': [],
  'projects create': ['crm'],
  'projects use': ['crm'],
  // A key is rejected before the platform is asked.
  'members list': null,
  'members set-role': null,
  'members remove': null,
  'provider-apps guide': ['hubspot'],
  'provider-apps files': ['hubspot'],
  'provider-apps set': ['hubspot', '--client-id', 'a', '--client-secret', 'b'],
  'provider-apps test': ['hubspot'],
  'provider-apps webhook': ['slack'],
  'provider-apps delete': ['papp_1'],
  'destinations list': [],
  'destinations create': ['webhook', '--url', 'https://acme.example/'],
  'destinations update': ['webhook', '--url', 'https://acme.example/'],
  'destinations delete': ['webhook'],
  'event-types list': [],
  'event-types create': ['custom.paid'],
  'event-types update': ['custom.paid', '--description', 'Paid.'],
  'event-types delete': ['custom.paid'],
  'events send': ['custom.paid'],
  'api-keys create': [],
  'api-keys list': [],
  'api-keys update': ['key_1', '--days', '30'],
  'api-keys rotate': ['key_1'],
  'api-keys delete': ['key_1'],
  'jwt-keys create': [],
  'jwt-keys delete': ['kid_1'],
  'links create': ['crm', '--group', 'globex'],
  'approvals list': [],
  'approvals show': ['apr_1'],
  'approvals approve': ['apr_1', '--shown', 'code'],
  'approvals reject': ['apr_1'],
  'approvals link': ['apr_1', '--consumer', 'ana'],
  status: [],
  validate: ['platform.yaml'],
  types: ['platform.yaml', '--group', 'acme'],
  deploy: ['platform.yaml'],
  revisions: ['sync'],
  rollback: ['sync'],
  'integrations delete': ['sync'],
  trigger: ['sync', '--object', 'contacts', '--group', 'acme'],
  'records list': ['sync', '--object', 'contacts', '--group', 'acme'],
  pause: ['sync', '--group', 'acme'],
  resume: ['sync', '--group', 'acme'],
  'schedules set': ['sync', '--group', 'acme', '--object', 'contacts', '--default'],
  'filters set': ['sync', '--group', 'acme', '--object', 'contacts', '--default'],
  explain: ['inst_1'],
  logs: ['op_1', '--follow'],
  listen: ['--forward-to', 'http://127.0.0.1:1/'],
  'deliveries list': [],
  'deliveries retry': ['dlv_1'],
  'fields apply': ['fields.yaml', '--integration', 'sync', '--group', 'acme'],
  'providers list': [],
  'providers generate': null,
  'providers check': ['library.json', '--connection', 'conn_1'],
  'providers record': ['--connection', 'conn_1', '--object', 'books'],
  mcp: null,
  bootstrap: null,
  migrate: null,
  backup: null,
  restore: null,
  'keys rotate': null,
  completion: null,
}

const projectFiles = {
  'platform.yaml': JSON.stringify({
    specVersion: '1.0.0',
    integrations: [{ name: 'sync', provider: 'hubspot', proxy: { enabled: true } }],
  }),
  'fields.yaml': 'contacts: [{ fieldName: a }]',
  'library.json': '{ "library": { "objects": { "books": {} } } }',
}

it('prints errors of every command as JSON', async () => {
  const names = parseCommandNames((await runCli(['--help'])).stdout)
  expect(names).toEqual(Object.keys(asking))
  const { baseUrl, asked } = await platform(() => problemReply(403, 'permission-missing'))
  const cwd = await folder(projectFiles)
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_PROJECT: 'crm', PLATFORM_API_KEY: 'key' }

  for (const name of names) {
    const misspelt = await runCli([...name.split(' '), '--jsn', '--json'], { cwd, env })
    expect({ name, ...misspelt }).toMatchObject({ name, exitCode: 2 })
    expect(JSON.parse(misspelt.stdout)).toEqual({
      error: { message: "Unknown option '--jsn'. Did you mean `--json`?" },
    })
    const args = asking[name]
    if (!args) continue
    const refused = await runCli([...name.split(' '), ...args, '--json'], { cwd, env })
    expect({ name, ...refused }).toMatchObject({ name, exitCode: 1 })
    expect(JSON.parse(refused.stdout), name).toMatchObject({
      error: {
        message: 'It was refused: This time: permission-missing.',
        problem: { status: 403 },
      },
    })
    expect(refused.stderr).toContain('error It was refused: This time: permission-missing.\n')
    expect(refused.stderr).toContain('A key needs the scope for it')
  }
  expect(asked.length).toBeGreaterThan(10)
})

/** What a platform, or something in its place, may answer. */
const answering: [what: string, reply: Parameters<typeof platform>[0]][] = [
  ['lists nothing', () => ({ body: [] })],
  ['answers objects without members', () => ({ body: {} })],
  [
    'is a proxy that fails',
    () => ({ status: 502, body: 'Bad gateway', headers: { 'content-type': 'text/html' } }),
  ],
]

it.each(answering)('prints only JSON with --json if the platform %s', async (what, reply) => {
  const { baseUrl } = await platform(reply)
  const cwd = await folder(projectFiles)
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_PROJECT: 'crm', PLATFORM_API_KEY: 'key' }
  // These wait for what happens next.
  const waiting = new Set(['listen', 'logs', 'login'])

  for (const [name, args] of Object.entries(asking)) {
    if (!args || waiting.has(name)) continue
    const run = await runCli([...name.split(' '), ...args, '--json'], { cwd, env })
    const { exitCode, stdout } = run
    expect([name, exitCode]).toEqual([
      name,
      expect.toSatisfy((code) => [0, 1, 2, 3].includes(code)),
    ])
    expect(() => JSON.parse(stdout) as unknown, `${name}: ${stdout}`).not.toThrow()
    if (what.includes('proxy')) {
      expect([name, exitCode > 0, 'error' in JSON.parse(stdout)]).toEqual([name, true, true])
    }
  }
})

it.each([40, 60, 100])('wraps its help at %i columns between words', async (columns) => {
  const { stdout: overview } = await runCli(['--help'])
  const asAtWide = (text: string) => text.split(/\s+/).filter(Boolean).join(' ')

  for (const args of [[], ...parseCommandNames(overview).map((name) => name.split(' '))]) {
    const wide = await runCli([...args, '--help'])
    const narrow = await runCli([...args, '--help'], { isTTY: true, columns })
    expect(asAtWide(narrow.stdout)).toBe(asAtWide(wide.stdout))
    const [table = '', notes = ''] = narrow.stdout.split(/(?<=^ {2}--help[^]*?Show this help\.\n)/m)
    const tooLong = [
      ...table.split('\n'),
      // Indented text is for copying, and is not wrapped.
      ...notes.split('\n').filter((line) => !line.startsWith(' ')),
    ].filter((line) => line.length > columns && line.trim().includes(' '))
    expect(tooLong, args.join(' ')).toEqual([])
  }
})

it.each([
  { env: {}, isTTY: true, isColoured: true },
  { env: {}, isTTY: false, isColoured: false },
  { env: { NO_COLOR: '1' }, isTTY: true, isColoured: false },
  { env: { TERM: 'dumb' }, isTTY: true, isColoured: false },
  { env: { FORCE_COLOR: '1' }, isTTY: false, isColoured: true },
  { env: { FORCE_COLOR: '0' }, isTTY: true, isColoured: false },
])(
  'is coloured with $env, at a terminal $isTTY: $isColoured',
  async ({ env, isTTY, isColoured }) => {
    const { stderr } = await runCli(['depoly'], { env, isTTY })

    expect(stderr.includes('\u001B[')).toBe(isColoured)
  },
)

it.each([
  { env: { LANG: 'C' }, isTTY: true, mark: '+' },
  { env: { LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, isTTY: true, mark: '+' },
  { env: { LANG: 'en_US.UTF-8', TERM: 'linux' }, isTTY: true, mark: '+' },
  { env: { LANG: 'C' }, isTTY: false, mark: '✓' },
  { env: { LANG: 'C.utf8' }, isTTY: true, mark: '✓' },
  { env: {}, isTTY: true, mark: '✓' },
])('marks with $mark with $env, at a terminal $isTTY', ({ env, isTTY, mark }) => {
  let said = ''
  const output = { isTTY, write: (text: string) => (said += text) }

  print(legible({ env, cwd: '.', stdout: output, stderr: output }).stdout, '✓ Ana’s → 1')

  expect(said).toBe(mark === '✓' ? '✓ Ana’s → 1\n' : "+ Ana's -> 1\n")
})

it('omits references to members of a reply that are already printed', async () => {
  const remedy = 'Correct the inputs that `issues` names.'
  const issues = [{ in: 'query', name: 'from', detail: 'Too late.' }]
  const { baseUrl } = await platform(() => problemReply(400, 'invalid-input', { remedy, issues }))
  const args = ['logs', '--base-url', baseUrl, '--project', 'crm', '--api-key', 'key']

  expect((await runCli(args)).stderr).toBe(
    'error It was refused: This time: invalid-input.\n  from: Too late.\n  Fix the errors above and run the command again.\n  request req_1\n',
  )
})

it('prints its version', async () => {
  expect(await runCli(['--version'])).toMatchObject({ exitCode: 0, stdout: `${version}\n` })
})

it.each(['bash', 'zsh', 'fish'])('completes in %s', async (shell) => {
  const { stdout } = await runCli(['completion', shell])

  for (const word of ['deploy', 'dry-run', 'retry']) expect(stdout).toContain(word)
})

it('completes commands, their second words and their options in bash', async () => {
  const { stdout: script } = await runCli(['completion', 'bash'])
  const complete = async (...words: string[]) => {
    const ask = `${script}\nCOMP_WORDS=(platform ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}; _platform; echo "\${COMPREPLY[@]}"`
    return (await promisify(execFile)('bash', ['-c', ask])).stdout.trim()
  }

  expect(await complete('dep')).toBe('deploy')
  expect(await complete('deliveries', '')).toBe('list retry')
  expect(await complete('destinations', '')).toBe('list create update delete')
  expect(await complete('jwt-keys', 'delete', '--fo')).toBe('--force')
  expect(await complete('deploy', '--dr')).toBe('--dry-run')
  expect(await complete('deliveries', 'retry', '--fa')).toBe('--failed')
})

/** Inputs completed by Tab, and the results. */
const completed = {
  dep: 'deploy',
  'deliveries r': 'deliveries retry',
  'deploy --dr': 'deploy --dry-run',
  'jwt-keys delete --fo': 'jwt-keys delete --force',
  'completion z': 'completion zsh',
  'init --framework fa': 'init --framework fastify',
  'deploy plat': 'deploy platform.yaml',
}

it.skipIf(!isInstalled('zsh'))('completes in an unconfigured zsh', async () => {
  const place = await folder({ 'platform.yaml': '', 'z/typed': '' })
  const { stdout: script } = await runCli(['completion', 'zsh'])
  await writeFile(join(place, 'z/completion.zsh'), script)
  // A separate terminal with typed input; \`platform\` prints its arguments.
  await writeFile(
    join(place, 'z/type.zsh'),
    `zmodload zsh/zpty
zpty shell zsh -f -i
answer() {
  local out
  zpty -r shell out '*GOT:*:END*'
  print -r -- "\${\${out##*GOT:}%%:END*}"
}
zpty -w shell 'ZDOTDIR=$PWD/z; source z/completion.zsh; platform() { print -r -- "GO""T:$*:END" }; platform ready'
answer
while read -r typed; do
  zpty -w -n shell "platform $typed"$'\\t\\n'
  answer
done < z/typed
zpty -d shell`,
  )
  await writeFile(join(place, 'z/typed'), Object.keys(completed).join('\n') + '\n')

  const { stdout } = await promisify(execFile)('zsh', ['-f', 'z/type.zsh'], { cwd: place })

  expect(stdout.trim().split('\n')).toEqual(['ready', ...Object.values(completed)])
})

it.skipIf(!isInstalled('fish'))(
  'completes in fish, with files only for file arguments',
  async () => {
    const place = await folder({ 'platform.yaml': '', 'completion.fish': '' })
    const { stdout: script } = await runCli(['completion', 'fish'])
    await writeFile(join(place, 'completion.fish'), script)
    const typed = [...Object.keys(completed), 'status ', 'deliveries retry ', 'destinations ']
    const asks = typed.map(
      (words) => `echo (complete -C 'platform ${words}' | string split -f1 \\t)`,
    )

    const { stdout } = await promisify(execFile)(
      'fish',
      ['--no-config', '-c', ['source completion.fish', ...asks].join('\n')],
      { cwd: place },
    )

    expect(stdout.split('\n').slice(0, -1)).toEqual([
      ...Object.values(completed).map((words) => words.split(' ').at(-1)),
      '',
      '',
      'destination integration jwt-key provider-app',
    ])
  },
)

it('ends when its output is closed', async () => {
  const program = fileURLToPath(new URL('../bin/platform.js', import.meta.url))
  const child = spawn(program, ['--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))

  const [exitCode] = await once(child, 'close')

  expect({ exitCode, said }).toEqual({ exitCode: 0, said: '' })
})

it('reports which file cannot be read or written', async () => {
  const place = await folder({
    'routes/platform': 'a file, where a folder is needed',
    'package.json': '{',
  })
  const unreadable = await runCli(['init'], { cwd: place })
  const file = join(place, 'routes/platform')
  const unwritable = await runCli(['init', '--framework', 'express'], { cwd: file })

  expect(unreadable).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^error .*package.json is not JSON\.\n/),
  })
  expect(unwritable).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^error (ENOTDIR|EEXIST)[^\n]*\n$/),
  })
})

it('accepts every command in the docs', async () => {
  const docs = fileURLToPath(new URL('../../../docs', import.meta.url))
  const files = globSync('**/*.md', { cwd: docs })
  const lines = files.flatMap((file) => {
    const text = readFileSync(join(docs, file), 'utf8')
    const blocks = [...text.matchAll(/^ *```(?:sh|bash)\n([\s\S]*?)^ *```/gm)].map(
      ([, block]) => block!,
    )
    return blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
  })
  const written = lines.flatMap((line) => {
    const [, words] = /^ *(?:npx |node_modules\/\.bin\/)?platform ([a-z][^#]*)/.exec(line) ?? []
    // Those load the server.
    return words && !/^(bootstrap|migrate|backup|restore|keys)/.test(words) ? [words.trim()] : []
  })
  const cwd = await folder({
    'platform.yaml': 'specVersion: 1.0.0\nintegrations: []\n',
    'package.json': '{"dependencies":{"express":"5"}}',
    'aws.json': '{}',
    'google.json': '{}',
    'kafka.json': '{}',
    'postgres.json': '{}',
    'rabbitmq.json': '{}',
    'redis.json': '{}',
    'nats.json': '{}',
    'snowflake.json': '{}',
    'chat.json': '{}',
    'azure.json': '{}',
    'clickhouse.json': '{}',
  })
  const env = {
    PLATFORM_BASE_URL: 'http://127.0.0.1:1',
    PLATFORM_PROJECT: 'p',
    PLATFORM_API_KEY: 'k',
  }

  const said = await Promise.all(
    written.map(async (words) => {
      const args = [...words.matchAll(/(["'])(.*?)\1|\S+/g)].map(
        ([word, , quoted]) => quoted ?? word,
      )
      return [words, (await runCli(args, { cwd, env })).stderr]
    }),
  )

  expect(said.length).toBeGreaterThan(10)
  const misused =
    /must be|Unknown (?:command|option)|too many|needs a subcommand|required|Name a delivery/
  expect(said.filter(([, stderr]) => misused.test(stderr!))).toEqual([])
})

it('starts as a separate program', async () => {
  const program = fileURLToPath(new URL('../bin/platform.js', import.meta.url))

  const { stdout } = await promisify(execFile)(program, ['--help'])

  expect(stdout).toContain('platform deploy')
})

it.each([
  ['project', 'demoo', ['revisions', 'sync', '--project', 'demoo'], 'demo'],
  ['integration', 'snc', ['revisions', 'snc', '--project', 'demo'], 'sync'],
  ['destination', 'webhok', ['destinations', 'delete', 'webhok', '--project', 'demo'], 'webhook'],
])('suggests a similar %s for %s', async (what, wrong, args, meant) => {
  const { baseUrl } = await platform((path) => {
    if (path === '/v1/projects') return { body: [{ name: 'demo' }] }
    if (path === '/v1/projects/demo/integrations') return { body: [{ name: 'sync' }] }
    if (path === '/v1/projects/demo/destinations') return { body: [{ name: 'webhook' }] }
    return problemReply(404, `${what}-not-found`, { detail: `Nothing is ${wrong}.` })
  })

  const { exitCode, stderr, stdout } = await runCli(
    [...args, '--base-url', baseUrl, '--api-key', 'key', '--json'],
    {},
  )

  expect(exitCode).toBe(1)
  expect(stderr).toContain(`Nothing is ${wrong}. Did you mean \`${meant}\`?`)
  expect(JSON.parse(stdout).error.message).toContain(`Did you mean \`${meant}\`?`)
})
