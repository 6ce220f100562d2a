import { capabilitiesOf, type Connector } from '@platform/connector'
import type { ProviderInfo, Support } from '@platform/contract'
import { membersOf } from '../members.ts'
import { templateVariables } from './template.ts'

/**
 * The entry with what this server can do, whatever the provider could do: that is what the
 * connector implements. It speaks to the default module; the others can be proxied.
 */
export function withSupport(info: ProviderInfo, connector: Connector | undefined): ProviderInfo {
  const { modules, defaultModule, support } = info
  return {
    ...info,
    support: { ...supportOf(support, connector), proxy: support.proxy && canSignCalls(info) },
    ...(modules && {
      modules: Object.fromEntries(
        Object.entries(modules).map(([name, module]) => [
          name,
          {
            ...module,
            support: {
              ...supportOf(module.support, name === defaultModule ? connector : undefined),
              proxy: module.support.proxy && canSignCalls(info),
            },
          },
        ]),
      ),
    }),
  }
}

/**
 * Whether calls can carry the credential: not where a signature has to be made of it, nor where a
 * value comes of steps between that nobody enters.
 */
function canSignCalls({ authType, customOpts, metadata }: ProviderInfo): boolean {
  if (authType !== 'custom') return authType !== 'jwt'
  const { headers = [], queryParams = [], inputs = [], providerInputs = [] } = customOpts ?? {}
  const asked = new Set(
    [...inputs, ...providerInputs, ...(metadata?.input ?? [])].map(({ name }) => name),
  )
  const names = [...headers, ...queryParams].flatMap(({ valueTemplate }) =>
    templateVariables(valueTemplate),
  )
  return names.length > 0 && names.every((name) => asked.has(name))
}

/** Whether requests can be passed on is the entry's to say; no connector is needed for it. */
function supportOf({ proxy }: Pick<Support, 'proxy'>, connector: Connector | undefined): Support {
  const {
    batchSizes,
    read,
    write,
    delete: deletes,
    search,
    ...capabilities
  } = capabilitiesOf(connector)
  const { events } = capabilities
  const isBatch = (type: keyof typeof batchSizes) => (batchSizes[type] ?? 1) > 1
  return {
    bulkWrite: {
      insert: isBatch('create'),
      update: isBatch('update'),
      upsert: isBatch('upsert'),
      delete: isBatch('delete'),
    },
    proxy,
    read,
    write,
    delete: deletes,
    search: { operators: { equals: search } },
    subscribe: capabilities.subscribe,
    ...(capabilities.subscribe && {
      subscribeSupport: {
        create: events.create,
        update: events.update,
        delete: events.delete,
        association: events.association,
        passThrough: events.other,
      },
    }),
    customFields: capabilities.customFields,
  }
}

/** What an entry claims about support that this server derives, and differently. */
export function falseClaims(claimed: unknown, actual: unknown, path: string): string[] {
  if (typeof claimed !== 'object' || claimed === null) {
    return claimed === true && actual !== true
      ? [`${path}: this server has no connector for it, or cannot sign its calls`]
      : []
  }
  return Object.entries(claimed).flatMap(([name, value]) =>
    falseClaims(value, membersOf(actual)[name], `${path}.${name}`),
  )
}
