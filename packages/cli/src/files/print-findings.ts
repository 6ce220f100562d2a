import type { Finding } from '@platform/manifest'
import { painter, print, type Terminal } from '../terminal/terminal.ts'

/**
 * Prints one finding per line in the format of editors and CI: `file:line:column severity rule
 * message`.
 */
export function printFindings(
  file: string,
  findings: readonly Finding[],
  terminal: Terminal,
): void {
  const paint = painter(terminal, terminal.stdout)
  for (const { line, column, severity, rule, message, suggestion } of findings) {
    const where = paint('bold', `${file}:${line}:${column}`)
    const weight = paint(severity === 'error' ? 'red' : 'yellow', severity)
    const text = suggestion ? `${message} ${suggestion}` : message
    print(terminal.stdout, `${where} ${weight} ${paint('dim', rule)} ${text}`)
  }
}

export const hasErrors = (findings: readonly Finding[]) =>
  findings.some(({ severity }) => severity === 'error')

/** Formats counts: `2 errors, 1 warning`. */
export function formatFindingCounts(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.length - errors
  return [plural(errors, 'error'), plural(warnings, 'warning')].filter(Boolean).join(', ')
}

const plural = (count: number, noun: string) =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
