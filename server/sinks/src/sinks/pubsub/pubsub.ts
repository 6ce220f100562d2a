import { z } from 'zod'
import type { DestinationMetadata } from '@platform/contract'
import {
  acceptEntry,
  createBatchSink,
  createGroupFinder,
  failAll,
  parseReplyBody,
  type BatchEntry,
} from '../batches.ts'
import { createGoogleTokens, serviceAccountIssues } from './google-token.ts'
import type { Failure, Outcome } from '../outcome.ts'
import { issue, type SinkType } from '../sink.ts'
import { templateIssues } from '../template.ts'
import { urlIssues } from '../http-exchange.ts'
import { getNth, must } from '@platform/kernel/values'

/**
 * 1,000 messages and 10 MB per request, of which a third is left for base64.
 * https://cloud.google.com/pubsub/quotas#resource_limits
 */
const limits = {
  service: 'Pub/Sub',
  maxMessageBytes: 10_000_000,
  maxCallBytes: 7_000_000,
}
const maxEntries = 1_000
/** With ordering keys, a request has messages of one key, so a batch is as many requests as keys. */
const maxOrderedEntries = 10

const service = 'https://pubsub.googleapis.com'
const topicName =
  /^projects\/(?:[a-z\d.-]+:)?[a-z][a-z\d-]{4,28}[a-z\d]\/topics\/(?!goog)[A-Za-z][\w.~+%-]{2,254}$/
const maxReplyBytes = 256 * 1024

/**
 * Pub/Sub topic: publishes batches of messages, each with the event's ID, type, time and data, and
 * ID and type as attributes, for filters of subscriptions.
 */
export const pubsub: SinkType = {
  type: 'pubsub',
  isWebhook: false,
  secretsFollow: ['endpointUrl'],

  validate({ metadata, credentials }, context) {
    const { topic = '', endpointUrl } = metadata
    return [
      ...(topicName.test(topic)
        ? []
        : [
            issue(
              'metadata.topic',
              'The topic is invalid. Example: projects/acme-prod/topics/events.',
              topic,
            ),
          ]),
      ...(endpointUrl ? urlIssues('metadata.endpointUrl', endpointUrl, context) : []),
      ...templateIssues('metadata.orderingKeyTemplate', metadata.orderingKeyTemplate),
      ...serviceAccountIssues(credentials.serviceAccountKey, { isRequired: !endpointUrl }),
    ]
  },

  open({ projectId, metadata, credentials }, { egress, timeoutMs }) {
    const url = getPublishUrl(metadata)
    const outlet = egress.forTenant(projectId)
    const getToken = createGoogleTokens(credentials.serviceAccountKey, { audience: `${service}/` })
    const findKey = createGroupFinder(metadata.orderingKeyTemplate, {
      isRequired: false,
      isValid: (key) => Buffer.byteLength(key) <= 1024,
    })

    const publish = async (
      entries: readonly BatchEntry[],
      orderingKey: string | undefined,
    ): Promise<Outcome[]> => {
      const token = await getToken()
      const { status, body } = await outlet.request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({
          messages: entries.map((entry) => ({
            data: Buffer.from(entry.body).toString('base64'),
            attributes: { eventId: entry.event.id, eventType: entry.event.type },
            ...(orderingKey !== undefined && { orderingKey }),
          })),
        }),
        timeoutMs,
        maxBodyBytes: maxReplyBytes,
      })
      if (status !== 200) {
        const failure = describeRejection(status, body)
        return entries.map(() => failure)
      }
      const { messageIds = [] } = parseReplyBody(Published, body) ?? {}
      // IDs are in the order of the messages; fewer cannot be assigned to them.
      if (messageIds.length !== entries.length) return entries.map(() => withoutIds)
      return messageIds.map((messageId) => acceptEntry({ messageId }))
    }

    return createBatchSink(metadata, {
      target: must(metadata.topic, 'topic'),
      limits: {
        ...limits,
        maxEntries: metadata.orderingKeyTemplate ? maxOrderedEntries : maxEntries,
      },
      async put(entries) {
        const outcomes = new Map<BatchEntry, Outcome>()
        const groups = Map.groupBy(entries, ({ event }) => findKey(event))
        await Promise.all(
          [...groups].map(async ([key, group]) => {
            const sent = await publish(group, key).catch(failAll(group))
            group.forEach((entry, index) => outcomes.set(entry, getNth(sent, index)))
          }),
        )
        return entries.map((entry) => must(outcomes.get(entry), 'outcome'))
      },
    })
  },
}

const Published = z.object({ messageIds: z.array(z.string()) })

const withoutIds: Failure = {
  succeeded: false,
  class: 'refused',
  detail: 'Unknown: no result for the message',
}

function getPublishUrl({ topic, endpointUrl }: DestinationMetadata): string {
  const path = topic!.split('/').map(encodeURIComponent).join('/')
  return `${(endpointUrl ?? service).replace(/\/+$/, '')}/v1/${path}:publish`
}

/** https://cloud.google.com/apis/design/errors */
const Rejection = z.object({ error: z.object({ status: z.string(), message: z.string() }) })

function describeRejection(status: number, body: string): Failure {
  const { error } = parseReplyBody(Rejection, body) ?? {}
  return {
    succeeded: false,
    class: 'refused',
    detail: error ? `${error.status}: ${error.message}`.slice(0, 1000) : `It answered ${status}.`,
    response: { status, headers: {}, body: '' },
  }
}
