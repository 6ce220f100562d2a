import { getCapabilities, type Connector } from '@platform/connector'
import type { AuthSteps, Proof, Proofs, ProviderInfo, Support } from '@platform/contract'
import {
  pickDeclaration,
  type Declaration,
  type ObjectRules,
  type ProviderEntry,
} from '../declarative/schema/entry.ts'
import { leastLevel, levels, mainObjects, type EvidencedAction } from '../evidence/levels.ts'
import { getMembers } from '../members.ts'
import { listFacts } from './facts.ts'
import { templateVariables } from './template.ts'

/**
 * Converts a provider's file to its wire format, with the capabilities that this server implements,
 * regardless of the provider's own. The connector supports the default module and those that its
 * objects name.
 */
export function toProviderInfo(
  file: ProviderEntry,
  connector: Connector | undefined,
  { asShipped }: { asShipped?: ReadonlySet<string> } = {},
): ProviderInfo {
  const {
    modules,
    support,
    trustedDomains: _domains,
    oauth2Dialect: _dialect,
    authSteps,
    lookup: _lookup,
    like: _like,
    likeWithout: _likeWithout,
    $schema: _schema,
    ...rest
  } = file
  const info = withoutDeclaration(rest)
  const { defaultModule } = info
  const proxy = (claimed: ProviderEntry['support']) =>
    claimed?.proxy === true && canSignCalls(info, authSteps)
  const isSpoken = (name: string, baseURL: string) =>
    name === defaultModule ||
    (file.objects !== undefined &&
      (baseURL === info.baseURL ||
        Object.values(file.objects).some(({ base }) => base === baseURL)))
  /** A module without its own settings is the provider itself, if it has the same URL. */
  const getClaim = (name: string, module: NonNullable<ProviderEntry['modules']>[string]) =>
    module.support ??
    (name === defaultModule || module.baseURL === info.baseURL ? support : undefined)
  const can = findSupport(connector)
  const proof = {
    ...findProof(file, can, asShipped),
    ...(connector?.readsByPath && { readByPath: 'unverified' as const }),
  }
  return {
    ...info,
    ...listFacts(file, connector),
    support: { ...can, proxy: proxy(support) },
    ...(Object.keys(proof).length > 0 && { proof }),
    ...(modules && {
      modules: Object.fromEntries(
        Object.entries(modules).map(([name, module]) => [
          name,
          {
            ...module,
            support: {
              ...findSupport(isSpoken(name, module.baseURL) ? connector : undefined),
              proxy: proxy(getClaim(name, module)),
            },
          },
        ]),
      ),
    }),
  }
}

/**
 * Returns the level of verification of each capability: as declared in the file, otherwise the
 * lowest level of the most used objects. The level of reading is that of the provider.
 */
function findProof(
  { name: provider, proof = {}, objects = {} }: ProviderEntry,
  can: Omit<Support, 'proxy'>,
  asShipped: ReadonlySet<string> | undefined,
): Proofs {
  const known = Object.fromEntries(
    Object.entries(levels()[provider]?.objects ?? {}).filter(
      ([name]) => asShipped?.has(name) ?? true,
    ),
  )
  const findLeast = (
    has: (object: ObjectRules) => unknown,
    actions: readonly EvidencedAction[],
  ) => {
    const names = Object.entries(objects).flatMap(([name, object]) => (has(object) ? [name] : []))
    const found = mainObjects(names).flatMap((name) =>
      actions
        .filter((action) => action === 'read' || objects[name]?.[action as 'create'])
        .map((action) => known[name]?.[action] ?? ('stand-in' as const)),
    )
    return leastLevel(found)
  }
  const byEvidence: Partial<Record<keyof Proofs, Proof | undefined>> = {
    read: findLeast(({ read }) => read, ['read']),
    write: findLeast(({ create, update }) => create ?? update, ['create', 'update']),
    delete: findLeast((object) => object.delete, ['delete']),
    search: findLeast(({ search }) => search, ['search']),
  }
  const abilities = {
    read: can.read,
    write: can.write,
    delete: can.delete,
    search: can.search.operators.equals,
    subscribe: can.subscribe,
    customFields: can.customFields === true,
  }
  const names = ['read', 'write', 'delete', 'search', 'subscribe', 'customFields'] as const
  return Object.fromEntries(
    names
      .filter((name) => abilities[name])
      .map((name) => [name, proof[name] ?? byEvidence[name] ?? 'stand-in']),
  )
}

function withoutDeclaration<T extends object>(file: T): Omit<T, keyof Declaration> {
  const known = pickDeclaration(file)
  const members = Object.entries(file).filter(([name]) => !Object.hasOwn(known, name))
  return Object.fromEntries(members) as Omit<T, keyof Declaration>
}

/**
 * Reports whether calls can contain the credential: not if a value is neither entered nor produced
 * by a step.
 */
function canSignCalls(
  { authType, customOpts, metadata }: Pick<ProviderInfo, 'authType' | 'customOpts' | 'metadata'>,
  authSteps: AuthSteps | undefined,
): boolean {
  if (authType !== 'custom') return authType !== 'jwt'
  const { headers = [], queryParams = [], inputs = [], providerInputs = [] } = customOpts ?? {}
  const { certificate = '', privateKey = '' } = customOpts?.clientCertificate ?? {}
  const asked = new Set(
    [...inputs, ...providerInputs, ...(metadata?.input ?? [])]
      .map(({ name }) => name)
      .concat(authSteps?.token ?? []),
  )
  const templates = [...headers, ...queryParams].map(({ valueTemplate }) => valueTemplate)
  const names = [...templates, certificate, privateKey].flatMap(templateVariables)
  return names.length > 0 && names.every((name) => asked.has(name))
}

/**
 * Returns the supported features. Passing requests through is declared by the entry and needs no
 * connector.
 */
function findSupport(connector: Connector | undefined): Omit<Support, 'proxy'> {
  const {
    batchSizes,
    read,
    write,
    delete: deletes,
    search,
    ...capabilities
  } = getCapabilities(connector)
  const { events, withoutDeletions, writesOnly, associations, filterOperators } = capabilities
  const { subscribedObjectsAtMost: atMost } = capabilities
  const isBatch = (type: keyof typeof batchSizes) => (batchSizes[type] ?? 1) > 1
  return {
    bulkWrite: {
      insert: isBatch('create'),
      update: isBatch('update'),
      upsert: isBatch('upsert'),
      delete: isBatch('delete'),
    },
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
        ...(atMost !== undefined && { objectsAtMost: atMost }),
      },
    }),
    ...((withoutDeletions.length > 0 ||
      writesOnly.length > 0 ||
      filterOperators.length > 0 ||
      associations) && {
      readSupport: {
        withoutDeletions: [...withoutDeletions],
        ...(writesOnly.length > 0 && { writesOnly: [...writesOnly] }),
        ...(filterOperators.length > 0 && { filterOperators: [...filterOperators] }),
        ...(associations && { associations }),
      },
    }),
    customFields: capabilities.customFields,
  }
}

/** Returns the claims about support in an entry that contradict what this server derives. */
export const listFalseClaims = (
  { support, modules }: Readonly<Record<string, unknown>>,
  info: ProviderInfo,
) => [
  ...falseClaims(support, info.support, ['support']),
  ...Object.entries(getMembers(modules)).flatMap(([name, module]) =>
    falseClaims(
      getMembers(module)['support'],
      info.modules?.[name]?.support,
      ['modules', name, 'support'],
      'no object of the entry is at the baseURL of this module, or its calls cannot be authenticated. Give the objects of the module its baseURL as `base`, or remove the claim',
    ),
  ),
]

function falseClaims(
  claimed: unknown,
  actual: unknown,
  path: readonly string[],
  message = 'this server has no connector for it, or cannot authenticate its calls',
): { path: readonly string[]; message: string }[] {
  if (typeof claimed !== 'object' || claimed === null) {
    return claimed === true && actual !== true ? [{ path, message }] : []
  }
  return Object.entries(claimed).flatMap(([name, value]) =>
    falseClaims(value, getMembers(actual)[name], [...path, name], message),
  )
}
