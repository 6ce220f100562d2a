import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packPackage, tarballPath } from '../../registry/src/index.ts'
import { installEmulator, installPythonPackages } from '../../testing/src/emulators.ts'

// What tasks in other languages and frameworks need besides Node, from this machine or its registries.

const run = promisify(execFile)

/** Programs that the shell of a task finds. */
export interface Toolchain {
  /** Folder of the programs. */
  path: string
  /** Folders outside of the system that they consist of. */
  readable: string[]
  env: Record<string, string>
}

const fastApi = [
  'fastapi==0.165.0',
  'uvicorn==0.54.0',
  'python-dotenv==1.2.4',
  'pyjwt[crypto]==2.15.1',
]

/** Returns Python with FastAPI, which pip installs. */
export async function installFastApi(): Promise<Toolchain> {
  const folder = await installPythonPackages(fastApi)
  const { stdout } = await run('python3', [
    '-c',
    'import sys; print(sys.executable, sys.base_prefix, sep="\\n")',
  ])
  const [program = '', prefix = ''] = stdout.trim().split('\n')
  const env = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  return { path: dirname(program), readable: [prefix, folder], env }
}

/** Returns the Go of this machine. */
export async function findGo(): Promise<Toolchain> {
  const { stdout } = await run('go', ['env', 'GOROOT'])
  const root = stdout.trim()
  const env = { GOTOOLCHAIN: 'local', CGO_ENABLED: '0' }
  return { path: join(root, 'bin'), readable: [root], env }
}

const nextPackages = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' }

/** Returns a folder with the `node_modules` of an app of Next.js, which npm installs. */
export const installNext = (): Promise<string> =>
  installEmulator('next-16.4.6', async (folder) => {
    const manifest = { private: true, dependencies: nextPackages }
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    await run('npm', ['install', ...options], { cwd: folder })
  })

/** Returns the tarballs of our packages that pages and backends import. */
export const packOwnPackages = async (): Promise<{ name: string; tarball: string }[]> => {
  const names = ['client', 'react'] as const
  return Promise.all(
    names.map(async (name) => ({ name, tarball: tarballPath(await packPackage(name)) })),
  )
}
