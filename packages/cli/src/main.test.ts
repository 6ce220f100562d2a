import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { run } from './testing/given.ts'

it.each([[], ['--help'], ['-h'], ['help']])('shows all commands for %j', async (...args) => {
  const { exitCode, stdout } = await run(args.filter((arg) => arg !== undefined))

  expect(exitCode).toBe(0)
  for (const name of ['validate', 'deploy', 'listen', 'status', 'logs', 'keys rotate']) {
    expect(stdout).toContain(`  ${name} `)
  }
})

it.each([
  ['deploy', '--help'],
  ['help', 'deploy'],
])('shows the help of a command for %s %s', async (...args) => {
  const { exitCode, stdout } = await run(args)

  expect(exitCode).toBe(0)
  expect(stdout).toContain('Usage: platform deploy [path] [options]')
  expect(stdout).toContain('--dry-run')
})

it.each([
  { args: ['depoly'], says: 'There is no command `depoly`. Did you mean `deploy`?' },
  { args: ['deliveries', 'retyr'], says: '`deliveries` goes on: `deliveries retry`.' },
  { args: ['keys'], says: '`keys` goes on: `keys rotate`.' },
  {
    args: ['deploy', '--dry-rum'],
    says: "Unknown option '--dry-rum'. Did you mean `--dry-run`?",
  },
  { args: ['deploy', 'a', 'b'], says: '`b` is one argument too many.' },
  { args: ['deploy', '--project'], says: "Option '--project <value>' argument missing." },
  { args: ['bootstrap', '--org', 'Acme'], says: '--org and --project must be given.' },
  { args: ['listen', '--port', 'many'], says: '--port must be a number' },
])('refuses $args with one sentence', async ({ args, says }) => {
  const { exitCode, stdout, stderr } = await run(args)

  expect(exitCode).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain(`error ${says}`)
})

it('has help and an output for programs in every command', async () => {
  const { stdout: overview } = await run(['--help'])
  const names = [...overview.matchAll(/^ {2}((?:[a-z-]+ )?[a-z-]+) {3,}\S/gm)].map(
    ([, name]) => name!,
  )

  expect(names).toEqual(expect.arrayContaining(['login', 'revisions', 'rollback', 'keys rotate']))
  for (const name of names) {
    const { exitCode, stdout } = await run([...name.split(' '), '--help'])
    expect([name, exitCode]).toEqual([name, 0])
    expect(stdout).toContain(`Usage: platform ${name}`)
    expect(stdout, name).toContain('--json')
  }
})

it('tells its version', async () => {
  expect(await run(['--version'])).toMatchObject({ exitCode: 0, stdout: '2.0.0\n' })
})

it.each(['bash', 'zsh', 'fish'])('completes in %s', async (shell) => {
  const { stdout } = await run(['completion', shell])

  for (const word of ['deploy', 'dry-run', 'retry']) expect(stdout).toContain(word)
})

it('completes commands, their second words and their options in bash', async () => {
  const { stdout: script } = await run(['completion', 'bash'])
  const complete = async (...words: string[]) => {
    const ask = `${script}\nCOMP_WORDS=(platform ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}; _platform; echo "\${COMPREPLY[@]}"`
    return (await promisify(execFile)('bash', ['-c', ask])).stdout.trim()
  }

  expect(await complete('dep')).toBe('deploy')
  expect(await complete('deliveries', '')).toBe('retry')
  expect(await complete('remove', '')).toBe('destination integration provider-app jwt-key')
  expect(await complete('remove', 'jwt-key', '--fo')).toBe('--force')
  expect(await complete('deploy', '--dr')).toBe('--dry-run')
  expect(await complete('deliveries', 'retry', '--fa')).toBe('--failed')
})

it('starts as a program of its own', async () => {
  const program = fileURLToPath(new URL('../bin/platform.js', import.meta.url))

  const { stdout } = await promisify(execFile)(program, ['--help'])

  expect(stdout).toContain('platform deploy')
})
