import { styleText } from 'node:util'

export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  /** Width, if it is a terminal. */
  columns?: number
}

/** Access of a command to its process. */
export interface Terminal {
  env: Record<string, string | undefined>
  cwd: string
  /** Input of a user or another program; undefined if there is none. */
  stdin?: NodeJS.ReadableStream
  stdout: Output
  stderr: Output
}

/**
 * - 0: success, possibly with warnings
 * - 1: the manifest or provider file has errors, or the platform rejected the request
 * - 2: it could not be tried: invalid arguments, missing file or credentials, no reply
 * - 3: the command succeeded and reports that something fails: only `status`
 */
export type ExitCode = 0 | 1 | 2 | 3

/** A failure that is explained by one sentence. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

export const print = (output: Output, ...lines: readonly string[]) =>
  output.write(lines.map((line) => `${line}\n`).join(''))

/** Replacements for terminals without Unicode. */
const plainly: Record<string, string> = {
  '✓': '+',
  '✗': 'x',
  '→': '->',
  '…': '...',
  '’': "'",
  '“': '"',
  '”': '"',
}

/** Replaces characters that a terminal cannot display. Output to a file or program is unchanged. */
export function legible(terminal: Terminal): Terminal {
  const { env } = terminal
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  const hasUnicode = env['TERM'] !== 'linux' && (!locale || /utf-?8/i.test(locale))
  if (hasUnicode) return terminal
  const makePlain = (output: Output): Output =>
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
  return { ...terminal, stdout: makePlain(terminal.stdout), stderr: makePlain(terminal.stderr) }
}

export type Style = Parameters<typeof styleText>[0]

/**
 * Returns colors for a terminal; none for a file, a pipe, a terminal without colors or if NO_COLOR
 * is set. FORCE_COLOR takes precedence (https://force-color.org).
 */
export function painter({ env }: Terminal, output: Output): (style: Style, text: string) => string {
  const isForced = Boolean(env['FORCE_COLOR']) && env['FORCE_COLOR'] !== '0'
  const isWanted = output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const isColoured = isForced || (isWanted && env['FORCE_COLOR'] !== '0')
  return (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text)
}

/** Removes control characters: foreign content must not control the terminal. */
export const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, 2000)
