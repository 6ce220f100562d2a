import { z } from 'zod'
import { awsCalls, awsIssues, isAwsGroup, makeJsonRequest } from '../aws/calls.ts'
import {
  acceptEntry,
  createBatchSink,
  createGroupFinder,
  parseReplyBody,
  type BatchEntry,
} from '../batches.ts'
import { awsHost } from '../aws/hosts.ts'
import { rejectAwsEntry, rejectJson } from '../aws/replies.ts'
import type { Outcome } from '../outcome.ts'
import { issue, type SinkType } from '../sink.ts'
import { templateIssues } from '../template.ts'
import { must } from '@platform/kernel/values'

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
const limits = {
  service: 'SQS',
  maxEntries: 10,
  maxMessageBytes: 1024 * 1024,
  maxCallBytes: 1024 * 1024,
}

/**
 * SQS queue: sends batches of messages, each with the event's ID, type, time and data, and ID and
 * type as attributes. FIFO queues deduplicate by the event's ID. Messages that the queue rejects
 * from a batch are retried alone.
 */
export const sqs: SinkType = {
  type: 'sqs',
  isWebhook: false,
  // A signature is worth nothing elsewhere.
  secretsFollow: [],

  validate(target, context) {
    const { metadata } = target
    const { queueUrl = '', region = '', endpointUrl } = metadata
    const path = /^https?:\/\/[^/?#@]+\/(?:[^?#]+\/)?[\w-]{1,80}(?:\.fifo)?$/
    const aws = `https://${awsHost('sqs', region)}/`
    const isOfAws = queueUrl.startsWith(aws) && /^\d{12}\/[\w.-]+$/.test(queueUrl.slice(aws.length))
    const isQueue = path.test(queueUrl) && (endpointUrl ? true : isOfAws)
    return [
      ...(isQueue
        ? []
        : [
            issue(
              'metadata.queueUrl',
              `The queue URL is invalid or not of this region. Example: ${aws}123456789012/events.`,
              queueUrl,
            ),
          ]),
      ...awsIssues(target, context),
      ...templateIssues('metadata.messageGroupTemplate', metadata.messageGroupTemplate),
    ]
  },

  open(target, context) {
    const { metadata } = target
    const call = awsCalls(target, context, {
      service: 'sqs',
      region: must(metadata.region, 'region'),
    })
    const isFifo = must(metadata.queueUrl, 'queue url').endsWith('.fifo')
    const findGroup = createGroupFinder(metadata.messageGroupTemplate, {
      isRequired: isFifo,
      isValid: isAwsGroup,
    })

    const toEntry = ({ event, body }: BatchEntry, index: number) => {
      const group = findGroup(event)
      return {
        Id: String(index),
        MessageBody: body,
        MessageAttributes: {
          eventId: { DataType: 'String', StringValue: event.id },
          eventType: { DataType: 'String', StringValue: event.type },
        },
        ...(group !== undefined && { MessageGroupId: group }),
        ...(isFifo && { MessageDeduplicationId: event.id }),
      }
    }

    return createBatchSink(metadata, {
      target: must(metadata.queueUrl, 'queue url'),
      limits,
      async put(entries) {
        const reply = await call(
          makeJsonRequest(
            'AmazonSQS.SendMessageBatch',
            { QueueUrl: metadata.queueUrl, Entries: entries.map(toEntry) },
            '1.0',
          ),
        )
        if (reply.status !== 200) return entries.map(() => rejectJson(reply))
        const { Successful = [], Failed = [] } = parseReplyBody(SendMessageBatch, reply.body) ?? {}
        return entries.map((_entry, index): Outcome => {
          const accepted = Successful.find(({ Id }) => Id === String(index))
          if (accepted) {
            const { MessageId: messageId, SequenceNumber: sequenceNumber } = accepted
            return acceptEntry({ messageId, sequenceNumber: sequenceNumber ?? undefined })
          }
          const rejected = Failed.find(({ Id }) => Id === String(index))
          return rejectAwsEntry(rejected?.Code, rejected?.Message)
        })
      },
    })
  },
}

const text = z.string().nullish()
const SendMessageBatch = z
  .object({
    Successful: z.array(z.object({ Id: z.string(), MessageId: z.string(), SequenceNumber: text })),
    Failed: z.array(z.object({ Id: z.string(), Code: text, Message: text })),
  })
  .partial()
