import { z } from 'zod'
import {
  batches,
  fileBatch,
  fileCompression,
  fileFormat,
  formFields,
  sendLimits,
} from './destination-fields.ts'

const awsRegion = z
  .string()
  .min(1)
  .max(64)
  .describe('AWS region, such as `eu-west-1`.')
  .register(formFields, { label: 'Region', placeholder: 'eu-west-1' })

const awsEndpointUrl = z
  .string()
  .max(2048)
  .optional()
  .describe('URL of an AWS-compatible service to use in place of AWS.')
  .register(formFields, {
    label: 'Endpoint',
    hint: 'For a compatible service. Leave empty for AWS.',
  })

export const KinesisMetadata = z
  .object({
    streamName: z
      .string()
      .min(1)
      .max(128)
      .describe('Name of the stream: letters, digits, `.`, `-` and `_`.')
      .register(formFields, { label: 'Stream' }),
    region: awsRegion,
    partitionKeyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "JMESPath-style template that computes the partition key from the message, such as `data.groupRef`. Expressions are those of computed fields, such as paths, `'texts'`, `a || b` and `join('/', [a, b])`. Defaults to the message’s ID.",
      )
      .register(formFields, { label: 'Partition key', hint: 'A path, such as data.groupRef.' }),
    endpointUrl: awsEndpointUrl,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'KinesisMetadata', description: 'Settings of a Kinesis destination.' })

export const S3Metadata = z
  .object({
    bucket: z
      .string()
      .min(1)
      .max(255)
      .describe('Name of an existing bucket.')
      .register(formFields, { label: 'Bucket' }),
    region: awsRegion,
    keyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "Template that computes the object key from the message, such as `join('/', [type, date, id])`. With `batch`, it computes the prefix. Empty segments are omitted; a segment `.` or `..` becomes `_` or `__`.",
      )
      .register(formFields, {
        label: 'Key',
        hint: "Such as join('/', [type, date, id]). Leave empty for type, date and ID.",
      }),
    endpointUrl: awsEndpointUrl,
    storageClass: z
      .string()
      .max(64)
      .optional()
      .describe(
        'Storage class of objects, such as `STANDARD_IA`. Defaults to the bucket’s default.',
      ),
    batch: fileBatch,
    format: fileFormat,
    compression: fileCompression,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'S3Metadata', description: 'Settings of an S3 destination.' })

export const AwsDestinationCredentials = z
  .object({
    awsKeyId: z
      .string()
      .max(1024)
      .optional()
      .describe('Access key ID. If unset, the server’s role is used, if permitted.')
      .register(formFields, {
        label: 'Access key ID',
        hint: 'Leave both empty to use the IAM role of the server.',
        isShown: true,
      }),
    awsSecretKey: z
      .string()
      .max(1024)
      .optional()
      .describe('Secret access key for `awsKeyId`.')
      .register(formFields, { label: 'Secret access key' }),
    awsSessionToken: z
      .string()
      .max(8192)
      .optional()
      .describe('Session token of temporary credentials.'),
  })
  .meta({ id: 'AwsCredentials', description: 'AWS credentials. Never returned.' })

const messageGroupTemplate = z
  .string()
  .max(2048)
  .optional()
  .describe(
    'Template that computes the message group from the message, such as `data.groupRef`. FIFO queues and topics default to the installation and object of the message; others have no group by default.',
  )
  .register(formFields, {
    label: 'Message group',
    hint: 'A path, such as data.groupRef. Leave empty for one group per installation and object (FIFO).',
  })

export const SqsMetadata = z
  .object({
    queueUrl: z
      .string()
      .min(1)
      .max(2048)
      .meta({ example: 'https://sqs.eu-west-1.amazonaws.com/123456789012/events' })
      .describe('URL of the queue, as AWS shows it. A name that ends in `.fifo` is a FIFO queue.')
      .register(formFields, {
        label: 'Queue URL',
        placeholder: 'https://sqs.eu-west-1.amazonaws.com/123456789012/events',
      }),
    region: awsRegion,
    messageGroupTemplate,
    endpointUrl: awsEndpointUrl,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'SqsMetadata', description: 'Settings of an SQS destination.' })

export const SnsMetadata = z
  .object({
    topicArn: z
      .string()
      .min(1)
      .max(512)
      .meta({ example: 'arn:aws:sns:eu-west-1:123456789012:events' })
      .describe('ARN of the topic. A name that ends in `.fifo` is a FIFO topic.')
      .register(formFields, {
        label: 'Topic ARN',
        placeholder: 'arn:aws:sns:eu-west-1:123456789012:events',
      }),
    messageGroupTemplate,
    endpointUrl: awsEndpointUrl,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'SnsMetadata', description: 'Settings of an SNS destination.' })

export const EventBridgeMetadata = z
  .object({
    eventBusArn: z
      .string()
      .min(1)
      .max(512)
      .meta({ example: 'arn:aws:events:eu-west-1:123456789012:event-bus/default' })
      .describe('ARN of the event bus, which contains its account and region.')
      .register(formFields, {
        label: 'Event bus ARN',
        placeholder: 'arn:aws:events:eu-west-1:123456789012:event-bus/default',
      }),
    source: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Source of the events, for rules. Defaults to `platform`.')
      .register(formFields, { label: 'Source', hint: 'Leave empty for "platform".' }),
    endpointUrl: awsEndpointUrl,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'EventBridgeMetadata', description: 'Settings of an EventBridge destination.' })
