/** Formats a value like a manifest. */
export function toYaml(value: unknown): string {
  return isScalarLike(value) ? scalar(value) : lines(value).join('\n')
}

function lines(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (isScalarLike(item)) return [`- ${scalar(item)}`]
      const [first = '', ...rest] = lines(item)
      return [`- ${first}`, ...rest.map(indentLine)]
    })
  }
  return Object.entries(Object(value))
    .filter(([, entry]) => entry !== undefined)
    .flatMap(([name, entry]) =>
      isScalarLike(entry)
        ? [`${scalar(name)}: ${scalar(entry)}`]
        : [`${scalar(name)}:`, ...lines(entry).map(indentLine)],
    )
}

const indentLine = (line: string) => `  ${line}`

/** Reports whether it fits on the line of its name. */
const isScalarLike = (value: unknown) =>
  typeof value !== 'object' || value === null || Object.keys(value).length === 0

function scalar(value: unknown): string {
  if (Array.isArray(value)) return '[]'
  if (typeof value === 'object' && value !== null) return '{}'
  return typeof value === 'string' && !isPlain(value) ? JSON.stringify(value) : String(value)
}

/** Reports whether the text needs no quotes. */
const isPlain = (text: string) =>
  /^[A-Za-z_/.][^:#'"\n\\{}[\],&*!|>%@`]*(?<!\s)$/.test(text) &&
  !/^(true|false|null|yes|no|on|off|\.inf|\.nan|~)$/i.test(text)
