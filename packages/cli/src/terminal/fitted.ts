import type { Output } from './terminal.ts'

/**
 * Formats two columns to the width of the terminal; on a narrow one, the second is below the first.
 */
export function columns(rows: readonly (readonly [string, string])[], output: Output): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 5
  const width = getWidth(output)
  return rows
    .map(([name, text]) =>
      width - left < leastWidth
        ? `  ${name}\n${wrapText(text, width, '      ')}`
        : `  ${name}`.padEnd(left) + wrapText(text, width, ' '.repeat(left)).trimStart(),
    )
    .join('\n')
}

/**
 * Wraps paragraphs to the width of the terminal. Indented lines are kept, because they are meant to
 * be copied.
 */
export function fitText(text: string, output: Output): string {
  const width = getWidth(output)
  return text
    .split('\n\n')
    .map((paragraph) => {
      const lines = paragraph.split('\n')
      const fits = lines.every((line) => line.length <= width)
      if (fits || lines.some((line) => line.startsWith(' '))) return paragraph
      return wrapText(lines.join(' '), width, '')
    })
    .join('\n\n')
}

/** Minimum width of a readable column. */
const leastWidth = 24

const getWidth = ({ isTTY, columns: width }: Output) => (isTTY && width ? width : Infinity)

function wrapText(text: string, width: number, indent: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`
    } else {
      lines.push(indent + word)
    }
  }
  return lines.join('\n')
}
