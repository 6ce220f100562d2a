import type { Fault } from '../declarative/schema/fault.ts'
import type { ProviderEntry } from '../declarative/schema/entry.ts'
import { templateVariables } from './template.ts'

/** Members of a file whose texts can contain values of the connection. */
const filled = ['baseURL', 'headers', 'defaults', 'objects', 'subscribe', 'lookup'] as const

/**
 * Returns the places of variables that no connection would have, and of a look-up that would never
 * run: every call would fail.
 */
export function faultsOfValues(file: ProviderEntry): Fault[] {
  const known = new Set([
    // This and `postAuthentication` can be set by API.
    'workspace',
    ...(file.metadata?.input ?? []).map(({ name }) => name),
    ...(file.metadata?.postAuthentication ?? []).map(({ name }) => name),
    ...(file.oauth2Opts?.tokenMetadataFields.otherFields ?? []).map(({ name }) => name),
    ...(file.customOpts?.inputs ?? []).map(({ name }) => name),
    ...Object.keys(file.lookup?.values ?? {}),
  ])
  const faults: Fault[] = []
  const visit = (value: unknown, path: PropertyKey[]) => {
    if (typeof value === 'string') {
      for (const name of templateVariables(value)) {
        if (known.has(name)) continue
        const message = `contains {{${name}}}, which no connection has: declare it in \`metadata.input\` for a value that the end user enters, or in \`lookup.values\``
        faults.push({ path, message })
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) visit(member, [...path, name])
    }
  }
  for (const name of filled) visit(file[name], [name])
  if (file.lookup && file.authType !== 'oauth2') {
    const message = 'only runs after an OAuth sign-in: declare its values in `metadata.input`'
    faults.push({ path: ['lookup'], message })
  }
  return faults
}
