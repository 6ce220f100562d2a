import { z } from 'zod'
import { projectParam } from '../values/common.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const ProviderAppTestStep = z
  .object({
    step: z
      .enum([
        'authorizeURL',
        'redirectURI',
        'clientCredentials',
        'scopes',
        'refreshToken',
        'readObject',
      ])
      .describe(
        '`authorizeURL`: the provider shows its sign-in page for the client ID and scopes. `redirectURI`: the provider accepts the redirect URI. `clientCredentials`: the token endpoint accepts the client ID and secret. `scopes`: the sign-in granted the scopes that the objects of the integrations need. `refreshToken`: the sign-in returned a refresh token, which was used once and whose new tokens are stored and work. `readObject`: one record of an object was read.',
      ),
    objectName: z.string().optional().describe('Object of `readObject`.'),
    status: z
      .enum(['passed', 'failed', 'skipped'])
      .describe('`skipped`: the step was not necessary, or not possible. `detail` contains why.'),
    isOpen: z
      .boolean()
      .optional()
      .describe('Whether the test is incomplete without this skipped step.'),
    detail: z.string().describe('Result, cause of the failure, or why the step was skipped.'),
    remedy: z.string().optional().describe('What to do after a failure.'),
  })
  .meta({ id: 'ProviderAppTestStep', description: 'Step of the test of a provider app.' })
export type ProviderAppTestStep = z.infer<typeof ProviderAppTestStep>

export const ProviderAppTest = z
  .object({
    status: z
      .enum(['passed', 'failed', 'incomplete'])
      .describe(
        '`passed`: all necessary steps passed. `incomplete`: no step failed, but a sign-in is necessary for the others.',
      ),
    steps: z.array(ProviderAppTestStep).describe('Steps, in order.'),
  })
  .meta({ id: 'ProviderAppTest', description: 'Result of the test of a provider app.' })
export type ProviderAppTest = z.infer<typeof ProviderAppTest>

export const testProviderApp = operation({
  id: 'testProviderApp',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/provider-apps/{providerAppId}:test',
  tag: 'Provider apps',
  summary: 'Test a provider app',
  description:
    'Without `connectionId`, requests the provider’s sign-in page and token endpoint with the client, and for comparison with an unknown client, redirect URI and secret. With the connection of a test sign-in through the app, also compares its scopes with those that the objects of the integrations need, refreshes its tokens, and reads one record of each object. Records are neither stored nor returned.',
  callers: projectCallers,
  permission: 'provider-app:write',
  params: z.object({
    ...projectParam,
    providerAppId: id('papp').describe('ID of the provider app.'),
  }),
  body: z.object({
    connectionId: id('conn')
      .optional()
      .describe('Connection that was created by a sign-in through the app.'),
    values: z
      .record(z.string().max(100), z.string().max(500))
      .optional()
      .describe(
        'Inputs of an end user that the provider’s addresses contain, such as `workspace`. Those of the connection by default.',
      ),
  }),
  success: 200,
  reply: ProviderAppTest,
  problems: ['provider-app-not-found', 'connection-not-found', 'provider-not-found'],
})
