import { z } from 'zod'
import { timeOfId } from '@platform/kernel/db/new-id'
import { arnIssues, awsCalls, awsIssues, makeJsonRequest, nameIssues } from '../aws/calls.ts'
import { acceptEntry, createBatchSink, parseReplyBody } from '../batches.ts'
import { parseArn } from '../aws/hosts.ts'
import { rejectAwsEntry, rejectJson } from '../aws/replies.ts'
import type { SinkType } from '../sink.ts'
import { must } from '@platform/kernel/values'

/**
 * An entry has up to 1 MB. Calls are kept at the former 256 KB, so that a region that accepts no
 * more rejects none of the smaller messages in it.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
 */
const limits = {
  service: 'EventBridge',
  maxEntries: 10,
  maxMessageBytes: 1024 * 1024,
  maxCallBytes: 256 * 1000,
}

/**
 * EventBridge bus: puts batches of events, whose detail contains the event's ID, type, time and
 * data. The type is the detail type, for patterns of rules.
 */
export const eventbridge: SinkType = {
  type: 'eventbridge',
  isWebhook: false,
  // A signature is worth nothing elsewhere.
  secretsFollow: [],

  validate(target, context) {
    return [
      ...arnIssues(target, 'eventBusArn', {
        service: 'events',
        resource: /^event-bus\/[\w./-]{1,256}$/,
        example: 'arn:aws:events:eu-west-1:123456789012:event-bus/default',
      }),
      // Sources that begin with `aws.` are AWS's own.
      ...nameIssues('source', target.metadata.source, /^(?!aws\.)[\w./-]{1,256}$/i, 'platform'),
      ...awsIssues(target, context),
    ]
  },

  open(target, context) {
    const { metadata } = target
    const eventBusArn = must(metadata.eventBusArn, 'event bus arn')
    const { region } = parseArn(eventBusArn, 'events')!
    const call = awsCalls(target, context, { service: 'events', region })

    return createBatchSink(metadata, {
      target: eventBusArn,
      limits,
      async put(entries) {
        const reply = await call(
          makeJsonRequest('AWSEvents.PutEvents', {
            Entries: entries.map(({ event, body }) => ({
              EventBusName: eventBusArn,
              Source: metadata.source ?? 'platform',
              DetailType: event.type,
              Detail: body,
              Time: Math.floor(timeOfId(event.id) / 1000),
            })),
          }),
        )
        if (reply.status !== 200) return entries.map(() => rejectJson(reply))
        const results = parseReplyBody(PutEvents, reply.body)?.Entries ?? []
        return entries.map((_entry, index) => {
          const { EventId: eventId, ErrorCode, ErrorMessage } = results[index] ?? {}
          return eventId ? acceptEntry({ eventId }) : rejectAwsEntry(ErrorCode, ErrorMessage)
        })
      },
    })
  },
}

const text = z.string().nullish()
const PutEvents = z.object({
  Entries: z.array(z.object({ EventId: text, ErrorCode: text, ErrorMessage: text })),
})
