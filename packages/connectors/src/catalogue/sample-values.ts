import type { CatalogueEntry } from '@platform/connector'
import { withDefaults } from './catalogue.ts'
import { templateVariables } from './template.ts'

/** Returns typical values of the variables: `acme`, or a host of the provider. */
export function sampleValues(
  { info, domains }: CatalogueEntry,
  templates: readonly string[],
): Record<string, string> {
  const host = `acme.${
    domains
      .at(-1)
      ?.replace(/^http:\/\//, '')
      .replace('*', 'example') ?? 'example'
  }`
  const names = templates.flatMap(templateVariables)
  const wholeHosts = templates.flatMap((template) => {
    const [, scheme, name] = /^(https?:\/\/)?\{\{\s*(\w+)\s*\}\}(?=[/?#]|$)/.exec(template) ?? []
    return name === undefined ? [] : [[name, scheme ? host : `https://${host}`]]
  })
  return {
    ...Object.fromEntries(names.map((name) => [name, 'acme'])),
    ...withDefaults(info, {}),
    ...Object.fromEntries(wholeHosts),
  }
}
