import { z } from 'zod'
import { batches, formFields, sendLimits } from './destination-fields.ts'

export const ChatMetadata = z
  .object({
    textTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "Template that computes the text from the message, such as `join(' ', [type, data.groupName])`. Defaults to the type, the customer, the integration, the object and the error.",
      )
      .register(formFields, {
        label: 'Text',
        hint: "Such as join(' ', [type, data.groupName]). Leave empty for a summary.",
      }),
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'ChatMetadata', description: 'Settings of a chat destination.' })

export const ChatCredentials = z
  .object({
    chatUrl: z
      .string()
      .max(2048)
      .optional()
      .describe(
        'URL of an incoming webhook of Slack, or of a chat that accepts the same requests. Whoever knows it may post.',
      )
      .register(formFields, {
        label: 'Webhook URL',
        hint: 'Incoming webhook of Slack or a compatible chat.',
      }),
  })
  .meta({ id: 'ChatCredentials', description: 'Address of a chat. Never returned.' })
