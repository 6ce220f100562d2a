import { z } from 'zod'
import { DotPlace } from '../calls/places.ts'
import { Challenge, DeliveryPlaces } from './rules.ts'
import { Verify } from './verify-rules.ts'

/**
 * Rules for webhooks of all accounts at one URL of the provider app. The builder sets them up in the
 * provider's console, as `app.webhookSteps` describe.
 */

const Handshake = z
  .discriminatedUnion('style', [
    z
      .strictObject({
        style: z.literal('echo'),
        challenge: Challenge,
        signed: z
          .literal(true)
          .optional()
          .describe('Whether the request is signed like deliveries, and rejected otherwise.'),
      })
      .describe('The reply repeats a value.'),
    z
      .strictObject({
        style: z.literal('hash'),
        event: z
          .strictObject({ at: DotPlace, is: z.string().min(1).max(100) })
          .describe('Path in the body of the name of the event, and its name.'),
        at: DotPlace.describe('Path in the body of the value.'),
        reply: z
          .strictObject({ value: DotPlace, hash: DotPlace })
          .describe('Names in the reply of the value and of its HMAC with the key of deliveries.'),
      })
      .describe('The reply contains a value and its HMAC.'),
    z
      .strictObject({
        style: z.literal('token'),
        at: DotPlace.describe('Path in the body of the token.'),
      })
      .describe(
        'The provider sends a token, which the builder enters in the console, and in the provider app as the key of `verify`.',
      ),
  ])
  .describe('Request by which the provider checks the URL.')
export type Handshake = z.infer<typeof Handshake>

export const AppWebhookRules = z
  .strictObject({
    handshake: Handshake.optional(),
    verify: Verify.describe('How deliveries are verified.'),
    account: z
      .strictObject({
        at: DotPlace.describe('Path in an event of the account’s ID.'),
        connection: z
          .string()
          .regex(/^\w{1,100}$/)
          .describe(
            'Where a connection has this ID: `providerWorkspaceRef`, `providerConsumerRef`, or the name of a value in its metadata.',
          ),
      })
      .describe('Account of an event. Its connections receive the event.'),
    delivery: DeliveryPlaces,
  })
  .superRefine(({ handshake, verify, delivery }, context) => {
    const wrong = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (verify.style !== 'publicKey' && !(verify.style === 'hmac' && verify.secret === 'app')) {
      wrong(['verify'], 'must be an HMAC with the secret of the app, or a signature by a key pair')
    }
    if (handshake?.style === 'hash' && verify.style !== 'hmac') {
      wrong(['handshake', 'style'], 'requires an HMAC as the proof of deliveries')
    }
    if (delivery.objectId !== undefined) {
      wrong(['delivery', 'objectId'], 'is not possible for webhooks of the app')
    }
  })
  .describe(
    'How changes of all accounts are received at one URL of the provider app. The builder sets the URL up in the provider’s console.',
  )
export type AppWebhookRules = z.infer<typeof AppWebhookRules>
