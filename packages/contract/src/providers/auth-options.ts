import { z } from 'zod'
import { strings } from '../installations/fields.ts'
import { PlainPattern } from '../values/plain-pattern.ts'

/** Path of a captured value that is the client ID with which the tokens were requested. */
export const clientIdPath = '{{clientId}}'

export const Oauth2Opts = z
  .object({
    grantType: z
      .enum(['authorizationCode', 'authorizationCodePKCE', 'clientCredentials', 'password'])
      .describe(
        'How tokens are obtained: through the end user’s sign-in (with or without PKCE), a client of the customer, or a password.',
      ),
    authURL: z.string().optional().describe('Authorization URL. Absent if no sign-in is needed.'),
    tokenURL: z.string().describe('Token endpoint, for authorization codes and refresh tokens.'),
    explicitScopesRequired: z
      .boolean()
      .describe(
        'Whether a provider app must list scopes. The provider rejects the sign-in without them.',
      ),
    explicitWorkspaceRequired: z
      .boolean()
      .describe(
        'Whether the end user must enter a workspace before signing in because the URLs contain it.',
      ),
    audience: z
      .array(z.string())
      .optional()
      .describe(
        'Value of the `audience` parameter of authorization URLs, and of token requests with client credentials.',
      ),
    scopeMappings: strings
      .optional()
      .describe(
        'Short names of scopes and the provider’s full names, which may contain `{{variables}}`.',
      ),
    tokenMetadataFields: z
      .object({
        workspaceRefField: z
          .string()
          .optional()
          .describe('Path of the value stored as `providerWorkspaceRef`.'),
        consumerRefField: z
          .string()
          .optional()
          .describe('Path of the value stored as `providerConsumerRef`.'),
        scopesField: z.string().optional().describe('Path of the granted scopes.'),
        otherFields: z
          .array(
            z.object({
              name: z.string().describe('Key in `providerMetadata`; replaces `{{name}}`.'),
              displayName: z.string().describe('Label shown with the value.'),
              path: z
                .string()
                .describe(
                  `Path in the token reply, with keys separated by dots. \`${clientIdPath}\` is the client ID of the OAuth app.`,
                ),
              defaultValue: z
                .string()
                .optional()
                .describe('Value of connections whose token reply did not contain one.'),
              capture: PlainPattern.optional().describe(
                'Regular expression whose first group is the value. Defaults to the whole text.',
              ),
            }),
          )
          .optional()
          .describe('Additional values stored in the connection’s `providerMetadata`.'),
      })
      .describe('Account details in the provider’s token reply, each as a path such as `data.id`.'),
    docsURL: z.string().optional().describe('URL of the provider’s OAuth documentation.'),
    authURLParams: strings
      .optional()
      .describe('Query parameters always added to the authorization URL.'),
    accessTokenOpts: z
      .object({
        attachmentType: z.literal('accessTokenHeaderAttachment').describe('Always `header`.'),
        header: z
          .object({
            name: z.string().describe('Name of the header, such as `X-Api-Token`.'),
            valuePrefix: z
              .string()
              .optional()
              .describe('Text before the token, including the space, such as `Bearer `.'),
          })
          .optional()
          .describe('Header that contains the token.'),
        docsURL: z.string().optional().describe('URL of the provider’s documentation.'),
      })
      .optional()
      .describe('How calls send the access token. Defaults to `Authorization: Bearer`.'),
    keepAliveIntervalHours: z
      .int()
      .optional()
      .describe(
        'Interval for refreshing unused tokens, in hours, for providers whose refresh tokens expire without use.',
      ),
  })
  .meta({ id: 'Oauth2Opts', description: 'OAuth 2 settings of a provider.' })
export type Oauth2Opts = z.infer<typeof Oauth2Opts>

export const ApiKeyOpts = z
  .object({
    attachmentType: z
      .enum(['query', 'header'])
      .describe('Whether calls send the key as described in `header` or in `query`.'),
    query: z
      .object({ name: z.string().describe('Name of the parameter, such as `api_key`.') })
      .optional()
      .describe('Query parameter that contains the key.'),
    header: z
      .object({
        name: z.string().describe('Name of the header, such as `X-Api-Key`.'),
        valuePrefix: z
          .string()
          .optional()
          .describe('Text before the key, including the space, such as `Bearer `.'),
      })
      .optional()
      .describe('Header that contains the key.'),
    docsURL: z
      .string()
      .optional()
      .describe('URL of a provider page that explains where to find the key.'),
  })
  .meta({ id: 'ApiKeyOpts', description: 'API key settings of a provider.' })

export const BasicAuthOpts = z
  .object({
    apiKeyAsBasic: z
      .boolean()
      .optional()
      .describe(
        'Whether customers have an API key that is sent in place of user name and password.',
      ),
    apiKeyAsBasicOpts: z
      .object({
        fieldUsed: z
          .enum(['username', 'password'])
          .optional()
          .describe(
            'Part that contains the key; the other part is empty. Defaults to the user name.',
          ),
        keyFormat: z
          .string()
          .optional()
          .describe('Template for both parts before encoding, such as `{{key}}:X`.'),
      })
      .optional()
      .describe('How the key is converted to a user name and password.'),
    docsURL: z
      .string()
      .optional()
      .describe('URL of a provider page that explains where to find the credentials.'),
  })
  .meta({ id: 'BasicAuthOpts', description: 'HTTP Basic authentication settings of a provider.' })

export const CustomAuthInput = z
  .object({
    name: z.string().describe('Variable that receives the value, for use in `valueTemplate`.'),
    displayName: z.string().describe('Label of the input.'),
    prompt: z.string().optional().describe('Instruction shown with the input.'),
    docsURL: z
      .string()
      .optional()
      .describe('URL of a provider page that explains where to find the value.'),
    fieldType: z
      .enum(['fieldTypeText', 'fieldTypePassword', 'fieldTypeSelect'])
      .optional()
      .describe(
        'Type of the input: plain text, hidden text, or a choice of `options`. Defaults to plain text.',
      ),
    options: z
      .array(
        z.object({
          value: z.string().describe('Value stored when the option is selected.'),
          label: z.string().describe('Label of the option.'),
        }),
      )
      .optional()
      .describe('Options of a choice.'),
  })
  .meta({
    id: 'CustomAuthInput',
    description: 'Input of a provider-specific authentication scheme.',
  })

const template = z.object({
  name: z.string().describe('Name of the header or parameter.'),
  valueTemplate: z
    .string()
    .describe('Template of the value; `{{name}}` is replaced with the entered value.'),
})

export const CustomAuthOpts = z
  .object({
    headers: z.array(template).optional().describe('Headers sent with every call.'),
    queryParams: z.array(template).optional().describe('Query parameters sent with every call.'),
    inputs: z.array(CustomAuthInput).optional().describe('Inputs requested from the end user.'),
    providerInputs: z
      .array(CustomAuthInput)
      .optional()
      .describe('Inputs requested once from the builder, with the provider app.'),
    clientCertificate: z
      .object({
        certificate: z
          .string()
          .describe('Template of the certificate, with its chain, in PEM format or base64 of it.'),
        privateKey: z
          .string()
          .describe('Template of its private key, not encrypted, in PEM format or base64 of it.'),
      })
      .optional()
      .describe(
        'Certificate that calls, and requests of `authSteps`, present in TLS (mutual TLS).',
      ),
    multiStep: z
      .boolean()
      .optional()
      .describe('Whether connecting requires several consecutive requests to the provider.'),
  })
  .meta({ id: 'CustomAuthOpts', description: 'Provider-specific authentication scheme.' })
