import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compress, minCompressedBytes } from './compression.ts'

const endings = { br: '.br', gzip: '.gz' } as const

/**
 * Writes the text files of a built site beside themselves, compressed by gzip and Brotli, unless they
 * were since its build. `.sources` in the folder identifies the build. The best `quality`, 11, takes
 * twenty times as long as 5 and saves a tenth.
 */
export async function compressFiles(
  folder: string,
  { quality = 5 }: { quality?: number } = {},
): Promise<void> {
  const sources = await readIfPresent(join(folder, '.sources'))
  // A release contains the compressed files.
  if (sources === undefined) return
  const [compressed, before] = (await readIfPresent(join(folder, '.compressed')))?.split(' ') ?? []
  if (compressed === sources && Number(before) >= quality) return

  for await (const name of glob('**/*.{css,html,js,json,md,svg,txt,xml}', { cwd: folder })) {
    const content = await readFile(join(folder, name))
    for (const coding of ['br', 'gzip'] as const) {
      const path = join(folder, `${name}${endings[coding]}`)
      const smaller =
        content.length < minCompressedBytes
          ? undefined
          : await compress(content, { coding, quality })
      if (smaller && smaller.length < content.length) await replaceFile(path, smaller)
      else await rm(path, { force: true })
    }
  }
  await replaceFile(join(folder, '.compressed'), Buffer.from(`${sources} ${quality}`))
}

const readIfPresent = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

/** Other processes may write or read the same file. */
async function replaceFile(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, content)
  await rename(unfinished, path)
}
