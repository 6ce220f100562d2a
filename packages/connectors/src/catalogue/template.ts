import { requireValue } from '../require-value.ts'

/** A template that cannot be filled in: a value is missing, or would lead to another host. */
export class TemplateError extends Error {
  /** The missing or invalid variables. */
  readonly variables: readonly string[]

  constructor(message: string, variables: readonly string[], options?: ErrorOptions) {
    super(message, options)
    this.name = 'TemplateError'
    this.variables = variables
  }
}

const variable = /\{\{\s*([A-Za-z_]\w*)\s*\}\}/g
const hostIsVariable = /^(https?:\/\/)?\{\{\s*([A-Za-z_]\w*)\s*\}\}(?=[/?#]|$)/

/** Returns the names of a template's variables, without duplicates. */
export function templateVariables(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(variable), (match) => requireValue(match[1])))]
}

/**
 * Fills in the variables of a URL: `https://{{workspace}}.my.salesforce.com`. A value stays within
 * its part of the URL. If it is the whole host, as for self-hosted products, it may be a host with
 * a port or, without a scheme in the template, an HTTP URL. `addressOf` checks whether the host
 * belongs to the provider.
 */
export function resolveTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
): string {
  rejectMissing(template, values)

  const wholeHost = hostIsVariable.exec(template)
  return template.replaceAll(variable, (_, name: string) => {
    const value = requireValue(values[name]).trim()
    if (name !== wholeHost?.[2]) return withinHost(name, value, isInside(template, name))
    return wholeHost[1] ? asHost(name, value) : asAddress(name, value)
  })
}

/** Fills in the variables of a header or query value. Rejects line breaks by default. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  { isOneLine = true }: { isOneLine?: boolean } = {},
): string {
  rejectMissing(template, values)
  return template.replaceAll(variable, (_, name: string) => {
    const value = requireValue(values[name])
    if (isOneLine && /[\r\n\0]/.test(value)) {
      throw new TemplateError(`The value of ${name} must be a single line.`, [name])
    }
    return value
  })
}

function rejectMissing(template: string, values: Readonly<Record<string, string>>): void {
  const missing = templateVariables(template).filter(
    (name) => !Object.hasOwn(values, name) || !values[name]?.trim(),
  )
  if (missing.length > 0) {
    throw new TemplateError(`The value of ${missing.join(', ')} is missing.`, missing)
  }
}

/** Reports whether the variable is between fixed parts of the host, where dots would add labels. */
const isInside = (template: string, name: string) =>
  new RegExp(String.raw`^https?://[^/?#]+\{\{\s*${name}\s*\}\}[^/?#]*[a-z]`).test(template)

function withinHost(name: string, value: string, isOneLabel: boolean): string {
  if (/[\s/@:?#%\\]/.test(value) || value.includes(isOneLabel ? '.' : '..')) {
    throw new TemplateError(
      String.raw`The value of ${name} must be a plain name without spaces and the characters / @ : ? # % \ .`,
      [name],
    )
  }
  return value
}

function asHost(name: string, value: string): string {
  if (!/^[\w.-]+(:\d{1,5})?$/.test(value)) {
    throw new TemplateError(`The value of ${name} must be a host, such as crm.example.com.`, [name])
  }
  return value
}

function asAddress(name: string, value: string): string {
  const url = URL.parse(value)
  const isPlain =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(value)
  if (!isPlain) {
    throw new TemplateError(
      `The value of ${name} must be a URL, such as https://crm.example.com.`,
      [name],
    )
  }
  return value.replace(/\/+$/, '')
}
