import { hash } from 'node:crypto'
import { z } from 'zod'
import type { DestinationMetadata } from '@platform/contract'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { SinkEvent } from './event.ts'
import type { Exchange, Failure, Outcome } from './outcome.ts'
import type { Sink } from './sink.ts'
import { toFailure } from './http-exchange.ts'
import { parseTemplate } from './template.ts'

/** A message as an entry of a batch call. */
export interface BatchEntry {
  event: SinkEvent
  /** JSON with ID, type, time and data. */
  body: string
}

/**
 * Returns the message as one line of JSON for receivers without headers: ID, type, time and data.
 * The two characters that neither JSON escapes nor XML contains are escaped: SQS rejects them.
 */
export const formatMessage = ({ id, type, body }: SinkEvent): string =>
  `{"id":"${id}","type":"${type}","time":"${new Date(timeOfId(id)).toISOString()}","data":${body.replaceAll(
    /[\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  )}}`

export interface BatchLimits {
  /** Name of the service. */
  service: string
  maxEntries: number
  /** Maximum size of one message with its attributes. */
  maxMessageBytes: number
  /** Maximum size of the messages of one call. */
  maxCallBytes: number
}

/** Identifier and type of an event as attributes, with their names and types, are shorter. */
const maxAttributeBytes = 256

/**
 * Creates a sink that sends batches of messages. Messages that the service can never accept fail
 * for good and are not sent; the others do not wait for them. `put` returns an outcome for each
 * entry in order, and may throw.
 */
export function createBatchSink(
  { batchSize, maxWaitSecs = 0 }: DestinationMetadata,
  {
    target,
    limits: { service, maxEntries, maxMessageBytes, maxCallBytes },
    put,
  }: {
    /** How attempts name the queue, topic or bus. */
    target: string
    limits: BatchLimits
    put: (entries: readonly BatchEntry[]) => Promise<Outcome[]>
  },
): Sink {
  const request: Exchange['request'] = { url: target, headers: {} }

  const findTooLarge = ({ body }: BatchEntry): Failure | undefined => {
    const bytes = Buffer.byteLength(body) + maxAttributeBytes
    if (bytes <= maxMessageBytes) return undefined
    return {
      succeeded: false,
      class: 'tooLarge',
      detail: `The message has ${bytes} bytes. ${service} accepts up to ${maxMessageBytes}.`,
      isFinal: true,
    }
  }

  return {
    maxBatch: Math.min(batchSize ?? maxEntries, maxEntries),
    // A character has up to three bytes.
    maxBatchBytes: Math.floor(maxCallBytes / 3) - maxEntries * maxAttributeBytes,
    lingerMs: maxWaitSecs * 1000,
    async send(events) {
      const entries = events.map((event) => ({ event, body: formatMessage(event) }))
      const tooLarge = entries.map(findTooLarge)
      const fitting = entries.filter((_entry, index) => !tooLarge[index])
      const sent = fitting.length === 0 ? [] : await put(fitting).catch(failAll(fitting))
      let next = 0
      return tooLarge.map((failure) => failure ?? { ...sent[next++]!, request })
    },
    close() {},
  }
}

/** Returns a handler of the error of a call, with the outcome of its messages. */
export const failAll =
  (entries: readonly BatchEntry[]) =>
  (error: Error): Outcome[] =>
    entries.map(() => ({ succeeded: false, ...toFailure(error) }))

/** What a receiver answers to several messages at once. */
export interface SharedAnswer {
  outcome: Outcome
  /** Whether a single message may have caused it. */
  isOfOne: boolean
}

/**
 * Puts messages together that a receiver accepts or rejects as a whole. If one of them may be the cause, they
 * are put again in halves: the others are accepted, and an error that repeats a message is shown with that
 * message alone, which may be of another customer.
 */
export async function putInHalves(
  entries: readonly BatchEntry[],
  put: (some: readonly BatchEntry[]) => Promise<SharedAnswer>,
): Promise<Outcome[]> {
  const { outcome, isOfOne } = await put(entries)
  if (outcome.succeeded || !isOfOne || entries.length === 1) return entries.map(() => outcome)
  const half = Math.ceil(entries.length / 2)
  const outcomes: Outcome[] = []
  for (const some of [entries.slice(0, half), entries.slice(half)])
    outcomes.push(...(await putInHalves(some, put).catch(failAll(some))))
  return outcomes
}

/** Returns the outcome of an accepted message, with what the service calls it. */
export const acceptEntry = (named: object): Outcome => ({
  succeeded: true,
  response: { status: 200, headers: {}, body: JSON.stringify(named) },
})

/** Returns the reply; undefined for an unexpected one: an endpoint may be operated by anyone. */
export function parseReplyBody<Schema extends z.ZodType>(
  schema: Schema,
  body: string,
): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/**
 * Returns the function that computes the group of an event, within which receivers keep the order: by
 * the template, and if there must be one otherwise its installation and object. A message contains
 * several records, so a group of one record could not keep the versions of all of them in order.
 * Groups that the receiver does not accept are hashed.
 */
export function createGroupFinder(
  template: string | undefined,
  { isRequired, isValid }: { isRequired: boolean; isValid: (group: string) => boolean },
): (event: SinkEvent) => string | undefined {
  const fillTemplate = parseTemplate(template)
  const accept = (group: string) => (isValid(group) ? group : hash('sha256', group))
  return (event) => {
    const group = fillTemplate(event, '')
    if (group !== '') return accept(group)
    return isRequired ? accept(getDefaultGroup(event)) : undefined
  }
}

const Subject = z
  .object({ groupRef: z.string(), installationId: z.string(), objectName: z.string() })
  .partial()

function getDefaultGroup({ body, projectId }: SinkEvent): string {
  const { installationId, groupRef, objectName } = parseReplyBody(Subject, body) ?? {}
  return [installationId ?? groupRef ?? projectId, objectName].filter(Boolean).join('/')
}
