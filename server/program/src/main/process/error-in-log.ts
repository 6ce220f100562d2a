import { stdSerializers } from 'pino'

/**
 * Logged properties of an error besides its type, message and stack: names and numbers, no values.
 */
const loggedProperties = [
  ...['code', 'errno', 'syscall', 'hostname', 'address', 'port', 'status', 'statusCode'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine', 'kind', 'failure'],
] as const
/** Longer messages quote data. */
const maxCharacters = 8_000

/**
 * Converts an error for the log. Libraries put input into errors: a URL with its password, the row
 * that violated a constraint, a part of a reply. So only known properties are logged, and
 * credentials are removed from every text, including stacks and causes.
 */
export function errorInLog(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: showText(String(error)) }
  return withoutValues(stdSerializers.err(error))
}

type Serialized = ReturnType<typeof stdSerializers.err>

function withoutValues(error: Serialized): object {
  const { type, message, stack, aggregateErrors } = error
  const members = loggedProperties.map((name) => [name, loggableValue(error[name])] as const)
  return {
    type,
    message: showText(message),
    stack: showText(stack),
    ...Object.fromEntries(members.filter(([, value]) => value !== undefined)),
    ...(aggregateErrors && { aggregateErrors: aggregateErrors.map(withoutValues) }),
  }
}

const loggableValue = (value: unknown) =>
  typeof value === 'string' ? showText(value) : typeof value === 'number' ? value : undefined

const showText = (text: string): string => withoutCredentials(text.slice(0, maxCharacters))

const secretNames =
  'token|secret|password|passwd|pwd|api[_-]?key|authorization|assertion|signature|credentials?|code|cookie|session'

const patterns: [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '…'],
  [/:\/\/[^\s/@"']+@/g, '://…@'],
  [/(https?:\/\/[^\s?#"']+)\?[^\s"'#]*/g, '$1?…'],
  [/\b(Bearer|Basic|Token) +[\w.~+/=-]{6,}/gi, '$1 …'],
  [/\b(plat_[a-z]+_|whsec_|whpk_)[\w+/=-]+/g, '$1…'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '…'],
  [
    new RegExp(
      `((?:${secretNames})["']?\\s*[=:]\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|'[^']*'|[^\\s&,;"'})]+)`,
      'gi',
    ),
    '$1…',
  ],
]

const withoutCredentials = (text: string): string =>
  patterns.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text)
