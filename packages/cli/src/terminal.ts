import { styleText } from 'node:util'

export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  /** How wide it is, where it is a terminal. */
  columns?: number
}

/** What a command may touch of the process that runs it. */
export interface Terminal {
  env: Record<string, string | undefined>
  cwd: string
  /** What a person types, or another program writes; undefined where nobody can. */
  stdin?: NodeJS.ReadableStream
  stdout: Output
  stderr: Output
}

/**
 * - 0: it was done; there may be warnings
 * - 1: the manifest or the file of a provider has errors, or the platform refused
 * - 2: it could not be tried: wrong arguments, no file, no credentials, nobody answers
 */
export type ExitCode = 0 | 1 | 2

/** A failure that one sentence explains. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

export const print = (output: Output, ...lines: readonly string[]) =>
  output.write(lines.map((line) => `${line}\n`).join(''))

/** What a terminal without Unicode shows instead. */
const plainly: Record<string, string> = {
  '✓': '+',
  '✗': 'x',
  '→': '->',
  '…': '...',
  '’': "'",
  '“': '"',
  '”': '"',
}

/** Signs that a terminal can show. What goes to a file or a program stays as it is. */
export function legible(terminal: Terminal): Terminal {
  const { env } = terminal
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  const hasUnicode = env['TERM'] !== 'linux' && (!locale || /utf-?8/i.test(locale))
  if (hasUnicode) return terminal
  const plain = (output: Output): Output =>
    output.isTTY === true
      ? {
          write: (text) =>
            output.write(text.replaceAll(/[✓✗→…’“”]/g, (sign) => plainly[sign] ?? sign)),
          isTTY: true,
          get columns() {
            return output.columns ?? 0
          },
        }
      : output
  return { ...terminal, stdout: plain(terminal.stdout), stderr: plain(terminal.stderr) }
}

export type Style = Parameters<typeof styleText>[0]

/**
 * Colours for a person at a terminal; none for a file, a pipe, a terminal that has none or where NO_COLOR
 * is set. FORCE_COLOR goes before all that (https://force-color.org).
 */
export function painter({ env }: Terminal, output: Output): (style: Style, text: string) => string {
  const isForced = Boolean(env['FORCE_COLOR']) && env['FORCE_COLOR'] !== '0'
  const isWanted = output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const isColoured = isForced || (isWanted && env['FORCE_COLOR'] !== '0')
  return (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text)
}

/** Without control characters: what others wrote must not command the terminal. */
export const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, 2000)
