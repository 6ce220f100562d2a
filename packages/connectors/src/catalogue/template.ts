/** A template that cannot be filled in: a value is missing, or would lead to another host. */
export class TemplateError extends Error {
  /** The variables at fault. */
  readonly variables: readonly string[]

  constructor(message: string, variables: readonly string[]) {
    super(message)
    this.name = 'TemplateError'
    this.variables = variables
  }
}

const variable = /\{\{\s*([A-Za-z_]\w*)\s*\}\}/g
const hostIsVariable = /^(https?:\/\/)?\{\{\s*([A-Za-z_]\w*)\s*\}\}(?=[/?#]|$)/
const hostEndsWithVariable = /^https?:\/\/[^/?#]*\}\}(?=[/?#]|$)/

/** The names of a template's variables, each once. */
export function templateVariables(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(variable), (match) => match[1]!))]
}

/** True when a value decides where the template's host ends, so that only trusted domains are safe. */
const leavesHostOpen = (template: string) => hostEndsWithVariable.test(template)

/**
 * Fills the variables of a URL in: `https://{{workspace}}.my.salesforce.com`.
 *
 * A value can never change which host the request goes to. Where the whole host is a value, as
 * with self-hosted vendors, it may be a host with a port (or, without a scheme in the template, an
 * http address); `trustedDomains`, when given, bounds where it may lead. Where a value stands at
 * the end of the host, `trustedDomains` is required.
 */
export function resolveTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  { trustedDomains }: { trustedDomains?: readonly string[] | undefined } = {},
): string {
  refuseMissing(template, values)

  const wholeHost = hostIsVariable.exec(template)
  const resolved = template.replaceAll(variable, (_, name: string) => {
    const value = values[name]!.trim()
    if (name !== wholeHost?.[2]) return withinHost(name, value)
    return wholeHost[1] ? asHost(name, value) : asAddress(name, value)
  })

  const names = templateVariables(template)
  if (names.length > 0) refuseForeignHost({ template, resolved, names, trustedDomains })
  return resolved
}

/** Fills the variables of a header or query value in. Refuses line breaks. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  refuseMissing(template, values)
  return template.replaceAll(variable, (_, name: string) => {
    const value = values[name]!
    if (/[\r\n\0]/.test(value)) {
      throw new TemplateError(`The value of ${name} must be one line.`, [name])
    }
    return value
  })
}

function refuseMissing(template: string, values: Readonly<Record<string, string>>): void {
  const missing = templateVariables(template).filter(
    (name) => !Object.hasOwn(values, name) || !values[name]?.trim(),
  )
  if (missing.length > 0) {
    throw new TemplateError(`No value is known for ${missing.join(', ')}.`, missing)
  }
}

function withinHost(name: string, value: string): string {
  if (/[\s/@:?#\\]/.test(value) || value.includes('..')) {
    throw new TemplateError(
      String.raw`The value of ${name} must be a plain name, without blanks and any of / @ : ? # \ .`,
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
      `The value of ${name} must be an address, such as https://crm.example.com.`,
      [name],
    )
  }
  return value.replace(/\/+$/, '')
}

function refuseForeignHost({
  template,
  resolved,
  names,
  trustedDomains,
}: {
  template: string
  resolved: string
  names: readonly string[]
  trustedDomains: readonly string[] | undefined
}): void {
  const host = URL.parse(resolved)?.hostname
  if (!host)
    throw new TemplateError(`With this ${names.join(' and ')} there is no valid address.`, names)

  const isOpen = leavesHostOpen(template) && !hostIsVariable.test(template)
  if (!trustedDomains) {
    if (isOpen) throw new TemplateError(`${template} leaves its host open.`, names)
    return
  }
  if (!hostIsVariable.test(template) && !isOpen) return
  if (!trustedDomains.some((domain) => host === domain || host.endsWith(`.${domain}`))) {
    throw new TemplateError(
      `With this ${names.join(' and ')} the address leads to ${host}, which is not trusted.`,
      names,
    )
  }
}
