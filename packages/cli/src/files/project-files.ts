import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asMembers } from './as-members.ts'
import { CommandError } from '../terminal/terminal.ts'

/** Facts about a project for `platform init`. */
export interface ProjectFiles {
  /** Names of all dependencies. */
  dependencies: ReadonlySet<string>
  /** Whether its JavaScript files are CommonJS. */
  isCommonJs: boolean
  /** Whether its backend runs or compiles TypeScript. */
  runsTypeScript: boolean
  /** Name of its Vite configuration; undefined without one. */
  viteConfig: string | undefined
  /** The script that starts its backend; undefined without one. */
  startScript: { name: string; command: string } | undefined
  /** File that starts its backend, by its name; undefined if none is likely. */
  entryFile: string | undefined
}

export async function readProjectFiles(folder: string): Promise<ProjectFiles> {
  const manifest = asMembers(await readPackage(folder))
  const dependencies = new Set(
    ['dependencies', 'devDependencies'].flatMap((kind) => Object.keys(asMembers(manifest[kind]))),
  )
  const files = await filesIn(folder)
  const isTyped = files.includes('tsconfig.json')
  const scripts = asMembers(manifest['scripts'])
  const allScripts = Object.values(scripts).join('\n')
  const startName = ['dev', 'start'].find((name) => isOfBackend(scripts[name]))
  return {
    dependencies,
    isCommonJs: manifest['type'] === 'commonjs' || (await requiresModules(folder, manifest, files)),
    // Vite projects have a tsconfig.json for their pages, whatever language the backend uses.
    runsTypeScript:
      isTyped &&
      (!dependencies.has('vite') ||
        runners.some((name) => dependencies.has(name)) ||
        /\bnode\b[^\n&|;]*\.m?ts\b/.test(allScripts)),
    viteConfig: files.find((name) => /^vite\.config\.[cm]?[jt]s$/.test(name)),
    startScript:
      startName === undefined
        ? undefined
        : { name: startName, command: String(scripts[startName]) },
    entryFile: files.find((name) => /^(server|index|app|main)\.[cm]?[jt]s$/.test(name)),
  }
}

/** Scripts of Vite start the pages. */
const isOfBackend = (command: unknown): boolean =>
  typeof command === 'string' && !/^\s*vite\b/.test(command)

const runners = ['tsx', 'ts-node', 'ts-node-dev', '@swc-node/register', 'vite-node', 'tsup']

/** Reports whether the backend of a package without `type` is CommonJS. */
async function requiresModules(
  folder: string,
  { type }: Record<string, unknown>,
  files: readonly string[],
): Promise<boolean> {
  if (type !== undefined) return false
  const likely = files.filter((name) => /^(server|index|app|main)\.c?js$/.test(name))
  const texts = await Promise.all(likely.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.some((text) => /\brequire\(/.test(text))
}

const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Writing into it reports the error.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

async function readPackage(folder: string): Promise<unknown> {
  const file = join(folder, 'package.json')
  // If there is none, the next sentence explains what to do.
  const text = await readFile(file, 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CommandError(`${file} is not JSON.`, 2, { cause })
  }
}

/** What happened to a file; undefined if it already had the lines. */
export type Added = 'wrote' | 'changed' | undefined

/** Adds missing lines to a file, and creates it if necessary. */
export async function addLines(
  file: string,
  lines: readonly string[],
  {
    has = (text, line) => text.split(/\r?\n/).some((one) => one.trim() === line),
  }: {
    has?: (text: string, line: string) => boolean
  } = {},
): Promise<Added> {
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const missing = lines.filter((line) => !has(before ?? '', line))
  if (missing.length === 0) return undefined
  const gap = before && !before.endsWith('\n') ? '\n' : ''
  await appendFile(file, `${gap}${missing.join('\n')}\n`)
  return before === undefined ? 'wrote' : 'changed'
}

/** Returns the URL of the platform whose packages the project installs. */
export async function registryUrl(folder: string): Promise<string | undefined> {
  // Without a readable file, the URL is unknown.
  const text = await readFile(join(folder, '.npmrc'), 'utf8').catch(() => '')
  return /^@platform:registry=(https?:\/\/\S+)\/npm\/?$/m.exec(text)?.[1]
}

const proxyLine = "server: { proxy: { '/api': 'http://localhost:3000' } },"

/**
 * Proxies `/api` from Vite's development server to the backend.
 * @returns the line to add manually if the configuration cannot be changed safely
 */
export async function addViteProxy(
  folder: string,
  viteConfig: string | undefined,
): Promise<{ name: string; added: Added; byHand?: string }> {
  const name = viteConfig ?? 'vite.config.mjs'
  const file = join(folder, name)
  if (!viteConfig) {
    const text = `import { defineConfig } from 'vite'\n\nexport default defineConfig({\n  ${proxyLine}\n})\n`
    await writeFile(file, text)
    return { name, added: 'wrote' }
  }
  const before = await readFile(file, 'utf8')
  if (/['"`]\/api\b/.test(before)) return { name, added: undefined }
  const opening = /(?:defineConfig\(|export default )\{(?=\r?\n)/
  if (/\bserver\s*:/.test(before) || !opening.test(before)) {
    return { name, added: undefined, byHand: proxyLine }
  }
  await writeFile(
    file,
    before.replace(opening, (text) => `${text}\n  ${proxyLine}`),
  )
  return { name, added: 'changed' }
}
