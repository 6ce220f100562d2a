import { z } from 'zod'
import {
  batches,
  fileBatch,
  fileCompression,
  fileFormat,
  formFields,
  sendLimits,
  tableOfOthers,
} from './destination-fields.ts'

export const PubSubMetadata = z
  .object({
    topic: z
      .string()
      .min(1)
      .max(512)
      .meta({ example: 'projects/acme-prod/topics/events' })
      .describe('Name of the topic with its project.')
      .register(formFields, { label: 'Topic', placeholder: 'projects/acme-prod/topics/events' }),
    orderingKeyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "Template that computes the ordering key from the message, such as `join('/', [data.installationId, data.objectName])`. Messages have no ordering key by default.",
      )
      .register(formFields, {
        label: 'Ordering key',
        hint: "Such as join('/', [data.installationId, data.objectName]). Leave empty for no order.",
      }),
    endpointUrl: z
      .string()
      .max(2048)
      .optional()
      .describe(
        'URL of an endpoint of one region, such as `https://europe-west1-pubsub.googleapis.com`, or of an emulator.',
      )
      .register(formFields, {
        label: 'Endpoint',
        hint: 'For one region, such as https://europe-west1-pubsub.googleapis.com. Leave empty for the global one.',
      }),
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'PubSubMetadata', description: 'Settings of a Pub/Sub destination.' })

export const GcsMetadata = z
  .object({
    bucket: z
      .string()
      .min(1)
      .max(255)
      .describe('Name of an existing bucket.')
      .register(formFields, { label: 'Bucket' }),
    keyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "Template that computes the object name from the message, such as `join('/', [type, date, id])`. With `batch`, it computes the prefix. Empty segments are omitted; a segment `.` or `..` becomes `_` or `__`.",
      )
      .register(formFields, {
        label: 'Key',
        hint: "Such as join('/', [type, date, id]). Leave empty for type, date and ID.",
      }),
    endpointUrl: z
      .string()
      .max(2048)
      .optional()
      .describe('URL of an emulator to use in place of Cloud Storage.'),
    batch: fileBatch,
    format: fileFormat,
    compression: fileCompression,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'GcsMetadata', description: 'Settings of a Google Cloud Storage destination.' })

export const BigQueryMetadata = z
  .object({
    dataset: z
      .string()
      .min(1)
      .max(1024)
      .meta({ example: 'integrations' })
      .describe('Name of an existing dataset.')
      .register(formFields, { label: 'Dataset' }),
    project: z
      .string()
      .min(1)
      .max(64)
      .meta({ example: 'acme-prod' })
      .describe('ID of the Google Cloud project that contains the dataset.')
      .register(formFields, { label: 'Google Cloud project', placeholder: 'acme-prod' }),
    table: tableOfOthers,
    endpointUrl: z
      .string()
      .max(2048)
      .optional()
      .describe('URL of an emulator to use in place of BigQuery.'),
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'BigQueryMetadata', description: 'Settings of a BigQuery destination.' })

export const GoogleCredentials = z
  .object({
    serviceAccountKey: z
      .string()
      .max(16_384)
      .optional()
      .describe('Contents of the JSON key file of a service account. Not needed for an emulator.')
      .register(formFields, {
        label: 'Service account key',
        hint: 'The contents of the JSON file.',
      }),
  })
  .meta({ id: 'GoogleCredentials', description: 'Google Cloud credentials. Never returned.' })
