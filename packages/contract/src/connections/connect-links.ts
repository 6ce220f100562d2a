import { z } from 'zod'
import { Branding } from '../tenancy/branding.ts'
import { Consumer, Group, ofGroup, page, projectParam, time } from '../values/common.ts'
import {
  consumerName,
  consumerRef,
  createTime,
  displayNameText,
  groupName,
  groupRef,
  instance,
  projectId,
  recordId,
} from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

/** Path below which the hosted page is served. */
export const connectPagePath = '/connect'

const locale = z
  .string()
  .max(35)
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'Use a language tag such as de or pt-BR.')
  .optional()
  .describe('Language of the page, such as `de`. Defaults to the language of the browser.')

const returnUrl = z
  .string()
  .max(2048)
  .superRefine((text, { addIssue }) => {
    const url = URL.parse(text)
    const isWeb = url && ['https:', 'http:'].includes(url.protocol)
    if (!isWeb) addIssue({ code: 'custom', message: 'Use a URL that begins with https://.' })
    else if (url.username || url.password)
      addIssue({ code: 'custom', message: 'The URL must not contain a user name or password.' })
  })
  .meta({ example: 'https://app.acme.example/settings/integrations' })

export const ConnectLink = z
  .object({
    id: recordId('clnk'),
    projectId,
    integrationId: id('int').describe('ID of the integration that the page opens.'),
    group: Group.pick({ groupRef: true, groupName: true }).describe('Customer of the link.'),
    consumer: Consumer.pick({ consumerRef: true, consumerName: true }).describe(
      'End user as whom the page acts.',
    ),
    instance: instance
      .optional()
      .describe('Account of the customer that the page opens. Empty for the default account.'),
    displayName: z.string().optional().describe('Name of the account, once it is added.'),
    locale,
    returnUrl: z
      .string()
      .optional()
      .describe('Page of your product that the hosted page links back to.'),
    createdBy: z.string().describe('Builder or key that created the link.'),
    lastUseTime: time().optional().describe('Time of the last use, updated about once a minute.'),
    expireTime: time().describe('Time at which the link expires.'),
    createTime,
    link: z
      .string()
      .optional()
      .describe(
        'Address to send to the customer. Returned only on creation. Whoever has it can act as an end user of the customer, for this integration.',
      ),
  })
  .meta({
    id: 'ConnectLink',
    description: 'Link to a hosted page on which a customer installs and manages an integration.',
  })
export type ConnectLink = z.infer<typeof ConnectLink>

export const createConnectLink = operation({
  id: 'createConnectLink',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}/connect-links',
  tag: 'Connect links',
  changesAccess: true,
  summary: 'Create a link to the hosted page',
  description:
    'The page shows the embedded UI in your colors and with your logo. The link is limited to one customer and one integration, works until it expires or is deleted, and can be opened any number of times. The caller needs the capabilities of an end user: `manage:connections`, `manage:installations` and `read:records`.',
  callers: projectCallers,
  permission: 'connection:write',
  params: z.object({
    ...projectParam,
    integrationIdOrName: z.string().min(1).max(255).describe('ID or name of the integration.'),
  }),
  body: z.object({
    groupRef,
    groupName,
    consumerRef: consumerRef
      .optional()
      .describe(
        'End user as whom the page acts. Defaults to the ID of the link, under the name of the customer.',
      ),
    consumerName,
    instance: instance
      .optional()
      .describe(
        'Account of the customer that the page opens, if the integration allows several (`multiple`). The page adds an account that does not exist. Empty for the default account. If unset, the page lists all accounts.',
      ),
    displayName: displayNameText
      .optional()
      .describe(
        'Name of the account for display, such as `Sales EMEA`, if the page adds it. Requires `instance`.',
      ),
    locale,
    returnUrl: returnUrl
      .optional()
      .describe(
        'Page of your product that the hosted page links back to. If the project lists allowed origins, it must be at one of them.',
      ),
    hours: z.int().min(1).max(720).default(168).describe('Lifetime of the link, in hours.'),
  }),
  success: 201,
  reply: ConnectLink,
  problems: ['integration-not-found', 'accounts-not-allowed', 'limit-reached'],
})

export const listConnectLinks = operation({
  id: 'listConnectLinks',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connect-links',
  tag: 'Connect links',
  summary: 'List links that can be used',
  callers: projectCallers,
  permission: 'connection:read',
  params: z.object(projectParam),
  query: z.object({ ...page, ...ofGroup }),
  success: 200,
  reply: z.array(ConnectLink),
})

const linkParams = z.object({
  ...projectParam,
  connectLinkId: id('clnk').describe('ID of the link.'),
})

export const getConnectLink = operation({
  id: 'getConnectLink',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/connect-links/{connectLinkId}',
  tag: 'Connect links',
  summary: 'Get a link',
  callers: projectCallers,
  permission: 'connection:read',
  params: linkParams,
  success: 200,
  reply: ConnectLink,
  problems: ['connect-link-not-found'],
})

export const deleteConnectLink = operation({
  id: 'deleteConnectLink',
  suitsLimitedKeys: true,
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/connect-links/{connectLinkId}',
  tag: 'Connect links',
  changesAccess: true,
  summary: 'Revoke a link',
  description: 'The page of the link is rejected within two seconds, even where it is open.',
  callers: projectCallers,
  permission: 'connection:write',
  params: linkParams,
  success: 204,
  reply: null,
  problems: ['connect-link-not-found'],
})

export const ConnectPage = z
  .object({
    projectId,
    appName: z.string().describe('Name of your product.'),
    branding: Branding.describe('Logo, colors, font and sizes set by the project.'),
    integrationName: z.string().describe('What the page installs, as named in `platform.yaml`.'),
    allowsSeveral: z
      .boolean()
      .optional()
      .describe('Whether the customer can add further accounts (`multiple`).'),
    instance: instance
      .optional()
      .describe('Account that the page opens. Empty for the default account. Unset for all.'),
    displayName: z.string().optional().describe('Name of the account that the page opens.'),
    groupRef: z.string().describe('Your reference for the customer.'),
    groupName: z.string().describe('Name of the customer.'),
    consumerRef: z.string().describe('Your reference for the end user.'),
    consumerName: z.string().describe('Name of the end user.'),
    locale,
    returnUrl: z.string().optional().describe('Page of your product to link back to.'),
    expireTime: time().describe('Time at which the link expires.'),
  })
  .meta({ id: 'ConnectPage', description: 'What the hosted page of a link shows.' })
export type ConnectPage = z.infer<typeof ConnectPage>

export const getConnectPage = operation({
  id: 'getConnectPage',
  method: 'GET',
  path: '/v1/connect-page',
  tag: 'Connect links',
  summary: 'Get what the hosted page shows',
  description: 'For the hosted page, with the secret of its link as Bearer token.',
  callers: ['consumer'],
  forLinks: true,
  success: 200,
  reply: ConnectPage,
})
