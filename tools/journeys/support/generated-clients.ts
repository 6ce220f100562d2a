import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const openapi = fileURLToPath(new URL('../../../packages/contract/openapi.json', import.meta.url))
const sources = fileURLToPath(new URL('generated-clients', import.meta.url))
const cache = fileURLToPath(
  new URL('../../../node_modules/.cache/generated-clients', import.meta.url),
)

/** A client generated from `openapi.json`, with a program that uses it. */
export interface GeneratedClient {
  language: string
  /** Installs the generator, unless it is installed; rejects if that is not possible. */
  install(): Promise<void>
  /**
   * Generates and compiles; resolves with a function that runs the program with these arguments.
   */
  make(): Promise<(args: string[]) => Promise<string>>
}

const python: GeneratedClient = {
  language: 'Python',
  install: () =>
    installOnce('openapi-python-client-0.29.1', async (folder) => {
      await runProgram('python3', ['-m', 'venv', folder])
      const options = ['--quiet', '--retries', '1', '--timeout', '15']
      await runProgram(join(folder, 'bin/pip'), [
        'install',
        ...options,
        'openapi-python-client==0.29.1',
      ])
    }),
  async make() {
    const bin = join(cache, 'openapi-python-client-0.29.1/bin')
    const folder = await emptyFolder('python')
    await runProgram(join(bin, 'openapi-python-client'), [
      ...['generate', '--path', openapi, '--meta', 'none', '--fail-on-warning'],
      ...['--config', join(sources, 'python/generator.yaml')],
      ...['--output-path', join(folder, 'platform_client')],
    ])
    const program = join(sources, 'python/failed_attempts.py')
    const env = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
    return (args) => runProgram(join(bin, 'python'), [program, ...args], { env })
  },
}

const go: GeneratedClient = {
  language: 'Go',
  install: () =>
    installOnce('oapi-codegen-2.8.2', (folder) =>
      runProgram(
        'go',
        ['install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'],
        {
          env: { GOBIN: folder, GOTOOLCHAIN: 'local' },
        },
      ),
    ),
  async make() {
    const cwd = await emptyFolder('go')
    await cp(join(sources, 'go'), cwd, { recursive: true })
    const generator = join(cache, 'oapi-codegen-2.8.2/oapi-codegen')
    await runProgram(generator, ['-config', 'oapi-codegen.yaml', openapi], { cwd })
    await runProgram('go', ['build', '-o', 'program', '.'], { cwd, env: { GOTOOLCHAIN: 'local' } })
    return (args) => runProgram(join(cwd, 'program'), args)
  },
}

export const generatedClients = [python, go]

/** A complete installation is marked by a file beside it. */
async function installOnce(name: string, install: (folder: string) => Promise<unknown>) {
  const folder = join(cache, name)
  const isInstalled = `${folder}.installed`
  if (existsSync(isInstalled)) return
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await install(folder)
  await writeFile(isInstalled, '')
}

async function emptyFolder(name: string): Promise<string> {
  const folder = join(cache, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

async function runProgram(
  program: string,
  args: string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd,
    env: { ...process.env, ...env },
    timeout: 600_000,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}
