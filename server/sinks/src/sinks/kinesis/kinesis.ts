import { z } from 'zod'
import type { SinkEvent } from '../event.ts'
import { awsCalls, awsIssues, makeJsonRequest, nameIssues } from '../aws/calls.ts'
import { parseReplyBody } from '../batches.ts'
import type { Exchange, Outcome } from '../outcome.ts'
import { awsFailure, rejectAwsEntry, rejectJson } from '../aws/replies.ts'
import type { SinkType } from '../sink.ts'
import { templateInput, templateIssues, parseTemplate } from '../template.ts'
import { must } from '@platform/kernel/values'

/** https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html */
const maxRecords = 500
/** One call accepts 5 MiB; a character has up to three bytes. */
const maxCharacters = 1.5 * 1024 * 1024
const maxKeyBytes = 256

/**
 * Kinesis stream: sends batches of records, each with its own partition key. A record contains the
 * event's ID, type, time and data. Records that the stream rejects from a batch are retried alone.
 */
export const kinesis: SinkType = {
  type: 'kinesis',
  isWebhook: false,
  // A signature is worth nothing elsewhere.
  secretsFollow: [],

  validate(target, context) {
    const { metadata } = target
    return [
      ...nameIssues('streamName', metadata.streamName, /^[\w.-]{1,128}$/, 'platform-events'),
      ...awsIssues(target, context),
      ...templateIssues('metadata.partitionKeyTemplate', metadata.partitionKeyTemplate),
    ]
  },

  open(target, context) {
    const { metadata } = target
    const call = awsCalls(target, context, {
      service: 'kinesis',
      region: must(metadata.region, 'region'),
    })
    const partitionKeyOf = parseTemplate(metadata.partitionKeyTemplate)
    const request = { url: `kinesis://${metadata.streamName}`, headers: {} }

    const put = async (events: readonly SinkEvent[]): Promise<Outcome[]> => {
      const reply = await call(
        makeJsonRequest('Kinesis_20131202.PutRecords', {
          StreamName: must(metadata.streamName, 'stream name'),
          Records: events.map((event) => ({
            Data: Buffer.from(JSON.stringify(templateInput(event))).toString('base64'),
            PartitionKey: partitionKeyOf(event, event.id).slice(0, maxKeyBytes),
          })),
        }),
      )
      if (reply.status !== 200) return events.map(() => ({ ...rejectJson(reply), request }))
      const records = parseReplyBody(PutRecords, reply.body)?.Records ?? []
      return events.map((_event, index) => toOutcome(records[index], request))
    }

    const send = (events: readonly SinkEvent[]) =>
      put(events).catch((error: Error) => {
        const failure = awsFailure(error)
        return events.map(() => ({ ...failure, request }))
      })

    return {
      maxBatch: Math.min(metadata.batchSize ?? maxRecords, maxRecords),
      maxBatchBytes: maxCharacters,
      lingerMs: (metadata.maxWaitSecs ?? 0) * 1000,
      send,
      close() {},
    }
  },
}

const text = z.string().nullish()
const PutRecord = z.object({
  SequenceNumber: text,
  ShardId: text,
  ErrorCode: text,
  ErrorMessage: text,
})
type PutRecord = z.infer<typeof PutRecord>
const PutRecords = z.object({ Records: z.array(PutRecord) })
function toOutcome(record: PutRecord | undefined, request: Exchange['request']): Outcome {
  if (record?.SequenceNumber) {
    const { ShardId: shardId, SequenceNumber: sequenceNumber } = record
    const body = JSON.stringify({ shardId, sequenceNumber })
    return { succeeded: true, request, response: { status: 200, headers: {}, body } }
  }
  return { ...rejectAwsEntry(record?.ErrorCode, record?.ErrorMessage, 'record'), request }
}
