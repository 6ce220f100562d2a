import { arnIssues, awsCalls, awsIssues, isAwsGroup } from '../aws/calls.ts'
import { acceptEntry, createBatchSink, createGroupFinder, type BatchEntry } from '../batches.ts'
import { parseArn } from '../aws/hosts.ts'
import { awsRejection, findXmlText, rejectAwsEntry } from '../aws/replies.ts'
import type { Outcome } from '../outcome.ts'
import type { SinkType } from '../sink.ts'
import { templateIssues } from '../template.ts'
import { must } from '@platform/kernel/values'

/**
 * Topics accept up to 256 KiB per message and call, or up to 1 MiB if configured, which only the
 * topic knows. https://docs.aws.amazon.com/sns/latest/api/API_PublishBatch.html
 */
const limits = {
  service: 'SNS',
  maxEntries: 10,
  maxMessageBytes: 1024 * 1024,
  maxCallBytes: 256 * 1024,
}

/**
 * SNS topic: publishes batches of messages, each with the event's ID, type, time and data, and ID
 * and type as attributes, for filters of subscriptions. FIFO topics deduplicate by the event's ID.
 */
export const sns: SinkType = {
  type: 'sns',
  isWebhook: false,
  // A signature is worth nothing elsewhere.
  secretsFollow: [],

  validate(target, context) {
    const { metadata } = target
    return [
      ...arnIssues(target, 'topicArn', {
        service: 'sns',
        resource: /^[\w-]{1,256}(?:\.fifo)?$/,
        example: 'arn:aws:sns:eu-west-1:123456789012:events',
      }),
      ...awsIssues(target, context),
      ...templateIssues('metadata.messageGroupTemplate', metadata.messageGroupTemplate),
    ]
  },

  open(target, context) {
    const { metadata } = target
    const topicArn = must(metadata.topicArn, 'topic arn')
    const { region } = parseArn(topicArn, 'sns')!
    const call = awsCalls(target, context, { service: 'sns', region })
    const isFifo = topicArn.endsWith('.fifo')
    const findGroup = createGroupFinder(metadata.messageGroupTemplate, {
      isRequired: isFifo,
      isValid: isAwsGroup,
    })

    const toParameters = ({ event, body }: BatchEntry, index: number): [string, string][] => {
      const group = findGroup(event)
      const attributes = Object.entries({ eventId: event.id, eventType: event.type })
      const members = {
        Id: String(index),
        Message: body,
        ...Object.fromEntries(
          attributes.flatMap(([name, value], place) => {
            const entry = `MessageAttributes.entry.${place + 1}`
            return [
              [`${entry}.Name`, name],
              [`${entry}.Value.DataType`, 'String'],
              [`${entry}.Value.StringValue`, value],
            ]
          }),
        ),
        ...(group !== undefined && { MessageGroupId: group }),
        ...(isFifo && { MessageDeduplicationId: event.id }),
      }
      return Object.entries(members).map(([name, value]) => [
        `PublishBatchRequestEntries.member.${index + 1}.${name}`,
        value,
      ])
    }

    return createBatchSink(metadata, {
      target: topicArn,
      limits,
      async put(entries) {
        const { status, body } = await call({
          method: 'POST',
          path: '/',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: String(
            new URLSearchParams([
              ['Action', 'PublishBatch'],
              ['Version', '2010-03-31'],
              ['TopicArn', topicArn],
              ...entries.flatMap(toParameters),
            ]),
          ),
        })
        if (status !== 200) {
          const failure = awsRejection(
            status,
            findXmlText(body, 'Code'),
            findXmlText(body, 'Message'),
          )
          return entries.map(() => failure)
        }
        const results = new Map(
          [...body.matchAll(/<member>([^]*?)<\/member>/g)].map(([, member = '']) => [
            findXmlText(member, 'Id'),
            member,
          ]),
        )
        return entries.map((_entry, index) => toOutcome(results.get(String(index)) ?? ''))
      },
    })
  },
}

function toOutcome(member: string): Outcome {
  const messageId = findXmlText(member, 'MessageId')
  if (!messageId) return rejectAwsEntry(findXmlText(member, 'Code'), findXmlText(member, 'Message'))
  return acceptEntry({ messageId, sequenceNumber: findXmlText(member, 'SequenceNumber') })
}
