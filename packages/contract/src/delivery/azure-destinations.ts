import { z } from 'zod'
import {
  batches,
  fileBatch,
  fileCompression,
  fileFormat,
  formFields,
  sendLimits,
} from './destination-fields.ts'

export const AzureBlobMetadata = z
  .object({
    container: z
      .string()
      .min(1)
      .max(63)
      .meta({ example: 'events' })
      .describe('Name of an existing container.')
      .register(formFields, { label: 'Container' }),
    storageAccount: z
      .string()
      .min(1)
      .max(24)
      .meta({ example: 'acmeevents' })
      .describe('Name of the storage account.')
      .register(formFields, { label: 'Storage account', placeholder: 'acmeevents' }),
    keyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "Template that computes the name of the blob from the message, such as `join('/', [type, date, id])`. With `batch`, it computes the prefix. Empty segments are omitted; a segment `.` or `..` becomes `_` or `__`.",
      )
      .register(formFields, {
        label: 'Key',
        hint: "Such as join('/', [type, date, id]). Leave empty for type, date and ID.",
      }),
    endpointUrl: z
      .string()
      .max(2048)
      .optional()
      .describe(
        'URL of the blob service in another cloud, such as `https://acmeevents.blob.core.chinacloudapi.cn`, or of an emulator.',
      )
      .register(formFields, {
        label: 'Endpoint',
        hint: 'For another cloud. Leave empty for blob.core.windows.net.',
        isAdvanced: true,
      }),
    batch: fileBatch,
    format: fileFormat,
    compression: fileCompression,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'AzureBlobMetadata', description: 'Settings of an Azure Blob Storage destination.' })

export const AzureBlobCredentials = z
  .object({
    storageAccountKey: z
      .string()
      .max(1024)
      .optional()
      .describe('Access key of the storage account. Either this or `sasToken` is required.')
      .register(formFields, {
        label: 'Access key',
        hint: 'Leave empty to use a SAS token.',
      }),
    sasToken: z
      .string()
      .max(4096)
      .optional()
      .describe('SAS token with permission to create and write blobs of the container.')
      .register(formFields, {
        label: 'SAS token',
        hint: 'With permission to create and write blobs. Leave empty to use an access key.',
      }),
  })
  .meta({ id: 'AzureBlobCredentials', description: 'Azure Storage credentials. Never returned.' })
