import type { Connector, KnownObjects, ObjectSummary } from '@platform/connector'
import { inUtc } from '../provider-clock.ts'
import { describeObject } from './describe.ts'
import type { Declaration, Paging } from './entry.ts'
import { sampleRead, search } from './find.ts'
import { tellsChanges } from './resolve.ts'
import { providerOf, type Provider } from './provider.ts'
import { rateLimitsOf } from './rate-limits.ts'
import { read } from './read.ts'
import { namesOf, tellable } from './subscribe/events.ts'
import { subscribingOf } from './subscribe/index.ts'
import { writingOf, written } from './write.ts'

/** The connector that an entry describes; undefined when the entry says nothing of reading. */
export function declaredConnector(name: string, declaration: Declaration): Connector | undefined {
  const provider = providerOf(name, declaration)
  const objects = provider.objects.names.map((one) => provider.objects.get(one))
  if (objects.length === 0) return undefined

  const writing = writingOf(provider)
  const subscribing = subscribingOf(provider)
  const rateLimits = rateLimitsOf(declaration)
  return {
    provider: name,
    fieldValue: (raw, fieldName) => inUtc(provider.fieldValue(raw, fieldName)),
    timePrecisionMs: 1_000,
    read: (client, request) => read(provider, client, request),
    readsByPath: provider.objects.readsByPath,
    tellsChanges: (objectName) => tellsChanges(provider.objects.get(objectName)),
    listObjects: () => Promise.resolve(summaries(provider)),
    knownObjects: () => knownObjects(provider),
    describeObject: (client, objectName) => describeObject(provider, client, objectName),
    sampleRead: (client, request) => sampleRead(provider, client, request),
    ...(objects.some(({ rules }) => rules.search) && {
      search: (client, request) => search(provider, client, request),
    }),
    ...(writing && { writing }),
    ...(subscribing && { subscribing }),
    ...(rateLimits && { rateLimits }),
  }
}

const summaries = ({ objects }: Provider): ObjectSummary[] =>
  objects.names.map((objectName) => {
    const { displayName, read: reading, writes } = objects.get(objectName)
    return {
      objectName,
      displayName,
      isCustom: false,
      canRead: reading !== undefined,
      writes: written.filter((type) => writes[type]),
    }
  })

/** Whether nothing shows that records have moved to pages which were read. */
const isNumbered = (paging: Paging) =>
  paging.style === 'page' || (paging.style === 'offset' && paging.from !== undefined)

const knownObjects = ({ objects, declaration }: Provider): KnownObjects =>
  Object.fromEntries(
    objects.names.map((objectName) => {
      const object = objects.get(objectName)
      const { displayName, rules, writes } = object
      return [
        objectName,
        {
          displayName,
          ...(object.read && {
            read: {
              changes: tellsChanges(object) ? ('time' as const) : ('snapshot' as const),
              ...(isNumbered(object.read.paging) && { mayMiss: true as const }),
            },
          }),
          writes: written.filter((type) => writes[type]),
          events: declaration.subscribe
            ? tellable.filter((type) => namesOf(object, type).length > 0)
            : [],
          searchFields: Object.keys(rules.search?.names ?? {}),
          ...(rules.fields && { fields: rules.fields }),
        },
      ]
    }),
  )
