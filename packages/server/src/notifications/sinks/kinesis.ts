import type { EventRecord } from '../message.ts'
import type { Outcome } from './outcome.ts'
import { awsConfig, awsFailure, awsIssues, nameIssues } from './aws.ts'
import { once } from './s3.ts'
import type { SinkType } from './sink.ts'
import { templateInput, templateIssues, templateOf } from './template.ts'

/** https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html */
const mostRecords = 500
/** One call takes 5 MiB; a character may be three bytes. */
const mostCharacters = 1.5 * 1024 * 1024
const longestKey = 256

/**
 * A stream: records in batches, each with its own partition key. A record holds the event's ID,
 * type, time and data. The stream may refuse some of a batch; those are retried alone.
 */
export const kinesis: SinkType = {
  type: 'kinesis',
  isWebhook: false,

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
    const config = awsConfig(target, context)
    const loading = once(async () => {
      const { KinesisClient, PutRecordsCommand } = await import('@aws-sdk/client-kinesis')
      return { client: new KinesisClient(config), PutRecordsCommand }
    })
    const partitionKeyOf = templateOf(metadata.partitionKeyTemplate)
    const request = { url: `kinesis://${metadata.streamName}`, headers: {} }

    const send = async (events: readonly EventRecord[]): Promise<Outcome[]> => {
      try {
        const { client, PutRecordsCommand } = await loading()
        const reply = await client.send(
          new PutRecordsCommand({
            StreamName: metadata.streamName!,
            Records: events.map((event) => ({
              Data: Buffer.from(JSON.stringify(templateInput(event))),
              PartitionKey: partitionKeyOf(event, event.id).slice(0, longestKey),
            })),
          }),
        )
        const status = reply.$metadata.httpStatusCode ?? 200
        return events.map((_event, index) => {
          const record = reply.Records?.[index]
          if (record?.SequenceNumber) {
            const body = JSON.stringify({
              shardId: record.ShardId,
              sequenceNumber: record.SequenceNumber,
            })
            return { succeeded: true, request, response: { status, headers: {}, body } }
          }
          const detail = `${record?.ErrorCode ?? 'Unknown'}: ${record?.ErrorMessage ?? 'no answer for the record'}`
          return { succeeded: false, class: 'refused', detail, request }
        })
      } catch (error) {
        const failure = awsFailure(error as Error)
        return events.map(() => ({ ...failure, request }))
      }
    }

    return {
      maxBatch: Math.min(metadata.batchSize ?? mostRecords, mostRecords),
      maxBatchBytes: mostCharacters,
      lingerMs: (metadata.maxWaitSecs ?? 0) * 1000,
      send,
      close() {
        if (loading.isCalled()) void loading().then(({ client }) => client.destroy())
      },
    }
  },
}
