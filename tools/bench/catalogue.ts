import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

/**
 * Measures what the catalogue adds to the start of a server: its own files, which are loaded at
 * first use, and files of `PLATFORM_PROVIDERS`, which are validated before the start.
 * `node --expose-gc tools/bench/catalogue.ts [files]`
 */
const count = Number(process.argv[2] ?? 300)

const { catalogue, overlayCatalogue, readOverrides } = await import('@platform/connectors')
const folder = await mkdtemp(join(tmpdir(), 'providers-'))
await writeEntries(folder)

console.log(`${'entries'.padEnd(28)} ${'ms'.padStart(6)} ${'heap, MB'.padStart(9)}`)
measureLoad(`catalogue, ${Object.keys(catalogue).length} unused`, () => ({
  ...Object.getOwnPropertyDescriptors(catalogue),
}))
measureLoad('catalogue, one used', () => catalogue['stripe'])
measureLoad('catalogue, all used', () => Object.values(catalogue))
measureLoad(`of one’s own, ${count}, checked`, () => {
  const { overrides, whereIs } = readOverrides(folder)
  return overlayCatalogue(catalogue, overrides, { whereIs })
})
await rm(folder, { recursive: true })

function measureLoad(label: string, load: () => unknown): void {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const beganAt = performance.now()
  const held = load()
  const ms = performance.now() - beganAt
  globalThis.gc?.()
  const bytes = process.memoryUsage().heapUsed - before
  if (held === undefined) throw new Error(`Nothing was loaded for ${label}.`)
  console.log(
    `${label.padEnd(28)} ${ms.toFixed(1).padStart(6)} ${(bytes / 1024 / 1024).toFixed(1).padStart(9)}`,
  )
}

/** Copies the catalogue's own files repeatedly under other names. */
async function writeEntries(into: string): Promise<void> {
  const from = new URL('../../packages/connectors/catalogue/', import.meta.url)
  const files = (await readdir(from)).filter((name) => name.endsWith('.json'))
  for (let n = 0; n < count; n++) {
    const text = await readFile(new URL(files[n % files.length] ?? '', from), 'utf8')
    const { support: _, modules: __, ...entry } = JSON.parse(text) as Record<string, unknown>
    await writeFile(join(into, `own${n}.json`), JSON.stringify({ ...entry, name: `own${n}` }))
  }
}
