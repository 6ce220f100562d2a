import type { Connector, KnownObjects, ObjectSummary } from '@platform/connector'
import { inUtc } from '../provider-clock.ts'
import { declareAssociating } from './reading/associations.ts'
import { describeDeclaredObject, describesAllFields } from './describe.ts'
import type { Declaration } from './schema/entry.ts'
import { narrowByParameters } from './reading/filter-parameters.ts'
import { overlapMs } from './reading/overlap.ts'
import type { PagingRules } from './schema/paging-rules.ts'
import { readDeclaredSample, searchDeclared } from './reading/find.ts'
import { reportsModificationTimes } from './calls/resolve.ts'
import { resolveProvider, type DeclarativeProvider } from './provider.ts'
import { toRateLimits } from './calls/rate-limits.ts'
import { readDeclared } from './reading/read.ts'
import { eventNames, subscribableEvents } from './subscribe/events.ts'
import { declareSubscribing } from './subscribe/index.ts'
import { describeHidden } from './reading/whole.ts'
import { declareWriting, written } from './write.ts'

/** Creates the connector that an entry describes; undefined if the entry declares no reading. */
export function makeDeclaredConnector(
  name: string,
  declaration: Declaration,
): Connector | undefined {
  const provider = resolveProvider(name, declaration)
  const objects = provider.objects.names.map((one) => provider.objects.get(one))
  if (objects.length === 0 && !provider.objects.readsByPath) return undefined

  const associating = declareAssociating(provider)
  const writing = declareWriting(provider)
  const subscribing = declareSubscribing(provider)
  const rateLimits = toRateLimits(declaration)
  return {
    provider: name,
    fieldValue: (raw, fieldName) => inUtc(provider.fieldValue(raw, fieldName)),
    refusesCredential: (response) => provider.refusals.refusesCredential(response),
    timePrecisionMs: 1_000,
    overlapMs: (objectName) => overlapMs(provider.objects.get(objectName).changes ?? {}),
    read: (client, request) => readDeclared(provider, client, request),
    readsByJob: (objectName) => provider.objects.get(objectName).read?.job !== undefined,
    readsByPath: provider.objects.readsByPath,
    reportsModificationTimes: (objectName) =>
      reportsModificationTimes(provider.objects.get(objectName)),
    hidesRecords: (objectName) => {
      for (let list: string | undefined = objectName; list !== undefined;) {
        const { read: reading } = provider.objects.get(list)
        const hidden = reading && describeHidden(reading)
        if (hidden !== undefined) return hidden
        list = reading?.parent?.object
      }
      return undefined
    },
    narrow: (objectName, filter) =>
      provider.objects.names.includes(objectName)
        ? narrowByParameters(provider.objects.get(objectName), filter)
        : undefined,
    describesAllFields: (objectName) =>
      describesAllFields(provider, provider.objects.get(objectName)),
    listObjects: () => Promise.resolve(summaries(provider)),
    knownObjects: () => listKnownObjects(provider),
    describeObject: (client, objectName) => describeDeclaredObject(provider, client, objectName),
    sampleRead: (client, request) => readDeclaredSample(provider, client, request),
    ...(objects.some(({ rules }) => rules.search) && {
      search: (client, request) => searchDeclared(provider, client, request),
    }),
    ...(associating && { associating }),
    ...(writing && { writing }),
    ...(subscribing && { subscribing }),
    ...(rateLimits && { rateLimits }),
  }
}

const summaries = ({ objects }: DeclarativeProvider): ObjectSummary[] =>
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

/** Reports whether pages are numbered, so that records may move to pages already read. */
const isNumbered = (paging: PagingRules) =>
  paging.style === 'page' || (paging.style === 'offset' && paging.from !== undefined)

const listKnownObjects = ({ objects, declaration }: DeclarativeProvider): KnownObjects =>
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
              changes: reportsModificationTimes(object) ? ('time' as const) : ('snapshot' as const),
              ...(isNumbered(object.read.paging) && { mayMiss: true as const }),
            },
          }),
          writes: written.filter((type) => writes[type]),
          events:
            (declaration.subscribe ?? declaration.appWebhooks)
              ? subscribableEvents.filter((type) => eventNames(object, type).length > 0)
              : [],
          searchFields: Object.keys(rules.search?.names ?? {}),
          ...(rules.associations && { associations: Object.keys(rules.associations) }),
          ...(rules.fields && { fields: rules.fields }),
        },
      ]
    }),
  )
