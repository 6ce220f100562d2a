import {
  FoundAssociations,
  ProviderError,
  type Associating,
  type AssociationRequest,
  type ProviderClient,
  type ProviderRecord,
} from '@platform/connector'
import { concurrently } from '../../concurrently.ts'
import { isMembers } from '../../members.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import type { AssociationRules } from '../schema/entry.ts'
import { pageAfter } from './position.ts'
import type { Position } from './position-state.ts'
import type { DeclarativeProvider } from '../provider.ts'
import { pageBehind } from './read.ts'
import type { Asked } from '../calls/request.ts'
import type { Reading, ResolvedObject } from '../calls/resolve.ts'
import { fillIn, pathStep } from '../calls/templates.ts'
import { missingAfter } from './whole.ts'

const callsAtATime = 4

/** Returns the associations that an entry declares; undefined if there are none. */
export function declareAssociating(provider: DeclarativeProvider): Associating | undefined {
  const declared = provider.objects.names.flatMap((name) => {
    const { associations = {} } = provider.objects.get(name).rules
    const names = Object.keys(associations)
    return names.length > 0 ? [[name, names] as const] : []
  })
  if (declared.length === 0) return undefined
  return {
    support: { byObject: Object.fromEntries(declared) },
    open: async (_client, request) => {
      const object = provider.objects.get(request.objectName)
      const wanted = request.associations.map((name) => ({
        name,
        rules: requireRules(object, name),
      }))
      return {
        fieldNames: wanted.flatMap(({ rules }) => getRequestedField(rules) ?? []),
        read: async (client, records) => {
          const ids = records.map(({ id }) => id)
          const found = new FoundAssociations(ids, request.associations)
          for (const { name, rules } of wanted) {
            if ('field' in rules) addOwn(found, { object, name, rules, records })
            else await addListed(provider, client, { object, name, rules, ids, found })
          }
          return found
        },
      }
    },
  }
}

function requireRules(
  object: ResolvedObject,
  name: AssociationRequest['objectName'],
): AssociationRules {
  const { associations = {} } = object.rules
  const rules = Object.hasOwn(associations, name) ? associations[name] : undefined
  if (rules) return rules
  throw new ProviderError(
    'unsupported',
    `The catalogue has no associations of ${object.name} with ${name}.`,
  )
}

/** Returns the field to request, for providers that return requested fields only. */
const getRequestedField = (rules: AssociationRules) =>
  'field' in rules ? rules.field.split('.')[0] : undefined

type OwnRules = Extract<AssociationRules, { field: string }>
type ListRules = Exclude<AssociationRules, OwnRules>

/** Adds associations contained in the records themselves. */
function addOwn(
  found: FoundAssociations,
  {
    object,
    name,
    rules,
    records,
  }: {
    object: ResolvedObject
    name: string
    rules: OwnRules
    records: readonly ProviderRecord[]
  },
): void {
  const wrap = object.read?.wrap
  for (const { id, raw } of records) {
    const value =
      getAtDotPath(raw, rules.field) ??
      (wrap === undefined ? undefined : getAtDotPath(getAtDotPath(raw, wrap), rules.field))
    for (const one of new Set([value ?? []].flat().map((each) => idIn(each, rules)))) {
      if (one !== undefined) found.add(id, name, { objectId: one })
    }
  }
}

/** Throws for a value without the declared ID, which must not look like no association. */
function idIn(value: unknown, { field, id }: OwnRules): string | undefined {
  if (value === null || value === '') return undefined
  const place = isMembers(value) && id !== undefined ? `${field}.${id}` : field
  return findAssociationId(
    isMembers(value) && id !== undefined ? getAtDotPath(value, id) : value,
    place,
  )
}

function findAssociationId(value: unknown, place: string): string | undefined {
  if (value === null) return undefined
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'number') return String(value)
  throw new ProviderError(
    'unsupported',
    `A record has no ID of an associated record at ${place}, the place that the catalogue names.`,
  )
}

/**
 * Adds associations that the provider lists with one call per record. A record that was deleted meanwhile has
 * none; if none of the lists exists, the error is thrown.
 */
async function addListed(
  provider: DeclarativeProvider,
  client: ProviderClient,
  {
    object,
    name,
    rules,
    ids,
    found,
  }: {
    object: ResolvedObject
    name: string
    rules: ListRules
    ids: readonly string[]
    found: FoundAssociations
  },
): Promise<void> {
  const doubt = (id: string, reason: string) => {
    found.incomplete ??= `The associations of ${object.name} ${id} with ${name} may be incomplete. ${reason}`
  }
  const gone: ProviderError[] = []
  const addOf = async (id: string) => {
    const { reading, parameters } = makeList(provider, rules, id)
    const seen = new Set<string>()
    let position: Position = {}
    for (;;) {
      const page = await pageBehind(provider, client, {
        object,
        reading,
        position,
        request: { fieldNames: [] },
        found: parameters,
      })
      const { fresh } = page
      const { next, cut } = pageAfter(reading.paging, page.position, {
        ...page,
        fresh: fresh.length,
      })
      for (const { id: objectId } of fresh) {
        if (seen.has(objectId)) continue
        seen.add(objectId)
        found.add(id, name, { objectId })
      }
      if (next) {
        position = next
        continue
      }
      const before = position.at === undefined ? { ...page.position, found: 0 } : page.position
      const reason =
        cut ??
        page.doubt ??
        missingAfter(reading, { ...page, found: fresh.length, before, request: {} })
      if (reason !== undefined) doubt(id, reason)
      return
    }
  }
  await concurrently(ids, callsAtATime, async (id) => {
    try {
      await addOf(id)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.failure !== 'not-found') throw error
      gone.push(error)
      if (gone.length === ids.length) throw error
      doubt(id, error.message)
    }
  })
}

/**
 * Returns the list of one record's associations. Its path or parameters contain the record's ID.
 */
function makeList(
  { declaration }: DeclarativeProvider,
  { path, query = {}, paging, ...rules }: ListRules,
  id: string,
): { reading: Reading; parameters: Asked['found'] } {
  const withId = Object.entries(query).filter(([, value]) => String(value).includes('{id}'))
  const constant = Object.entries(query).filter(([, value]) => !String(value).includes('{id}'))
  return {
    reading: {
      ...rules,
      path: path.replaceAll('{id}', () => pathStep(id)),
      query: Object.fromEntries(constant),
      paging: paging ?? declaration.defaults?.read?.paging ?? { style: 'none' },
    },
    parameters: {
      in: 'query',
      fill: (values) =>
        Object.fromEntries(
          withId.map(([name, value]) => [
            name,
            fillIn(String(value), values).replaceAll('{id}', () => id),
          ]),
        ),
    },
  }
}
