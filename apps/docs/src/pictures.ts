import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { escapeMarkup } from './html.ts'

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url))

/**
 * Returns a picture with its size, so that nothing moves while it loads. The fragment
 * `#dark=<file>` names the picture for dark mode.
 * @param source the page's file, below `docs/`
 */
export function picture(href: string, words: string, source: string): string {
  const [file = '', fragment = ''] = href.split('#')
  const path = posix.join(posix.dirname(source), file)
  const { width, height } = webpSize(readFileSync(`${docs}${path}`))
  const image = `<img src="/docs/${path}" alt="${escapeMarkup(words)}" width="${width}" height="${height}" loading="lazy">`
  const dark = /^dark=(.+)$/.exec(fragment)?.[1]
  if (dark === undefined) return image
  const darkPath = posix.join(posix.dirname(path), dark)
  const { width: darkWidth, height: darkHeight } = webpSize(readFileSync(`${docs}${darkPath}`))
  return `<picture><source srcset="/docs/${darkPath}" media="(prefers-color-scheme: dark)" width="${darkWidth}" height="${darkHeight}">${image}</picture>`
}

/** Reads the size from the header of an extended WebP file, as Chromium writes them. */
function webpSize(file: Buffer): { width: number; height: number } {
  if (file.toString('latin1', 12, 16) !== 'VP8X') throw new Error('Not an extended WebP file.')
  return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
}
