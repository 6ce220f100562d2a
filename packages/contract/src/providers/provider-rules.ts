import { z } from 'zod'

/** What a provider requires of an OAuth app, and of the people who connect it, as of today. */

const scopeNames = z.array(z.string().min(1).max(200)).max(50)

const source = z
  .string()
  .max(500)
  .describe('Document of the provider, or another public document, that states the fact.')

const ObjectScopes = z
  .object({
    read: scopeNames.optional().describe('Scopes required to read the object.'),
    write: scopeNames.optional().describe('Scopes required to write the object.'),
  })
  .meta({ id: 'ObjectScopes', description: 'Scopes that an object requires, by action.' })

export const ProviderScopes = z
  .object({
    grantedBy: z
      .enum(['request', 'app', 'credential'])
      .describe(
        '`request`: the sign-in requests scopes. `app`: scopes are selected in the provider’s console, and the sign-in requests none. `credential`: permissions of the API key that the customer enters.',
      ),
    signIn: scopeNames.optional().describe('Scopes required for every connection.'),
    offline: scopeNames
      .optional()
      .describe('Scopes required for a refresh token. Without them, a connection ends.'),
    subscribe: scopeNames
      .optional()
      .describe(
        'Scopes required to subscribe to changes, such as those to create webhooks, in addition to the scopes for reading.',
      ),
    byObject: z
      .record(z.string(), ObjectScopes)
      .optional()
      .describe(
        'Scopes of each object. `*` contains those of all other objects. Other objects without an entry are unknown.',
      ),
    source: source.optional(),
  })
  .meta({ id: 'ProviderScopes', description: 'Scopes that a provider grants access by.' })
export type ProviderScopes = z.infer<typeof ProviderScopes>

export const AppRequirement = z
  .object({
    kind: z
      .enum([
        'package',
        'review',
        'certification',
        'partner',
        'listing',
        'verification',
        'paid-account',
      ])
      .describe(
        '`package`: customers install a package. `review`: the provider reviews the app. `certification`: a security assessment. `partner`: a partnership. `listing`: a listing in the provider’s marketplace. `verification`: of the publisher. `paid-account`: a paid plan.',
      ),
    what: z.string().max(500).describe('What is required, and when.'),
    source: source.optional(),
  })
  .meta({ id: 'AppRequirement', description: 'Requirement of a provider beyond registration.' })

export const ProviderAppRules = z
  .object({
    consoleURL: z.url().optional().describe('URL of the page where an app is registered.'),
    steps: z
      .array(z.string().min(1).max(500))
      .max(20)
      .optional()
      .describe('Steps to register an app, in order.'),
    webhookSteps: z
      .array(z.string().min(1).max(1000))
      .max(20)
      .optional()
      .describe(
        'Steps to set up the webhooks of the app in the console, in order. Required to subscribe to changes. Absent if set-ups are automatic.',
      ),
    requirements: z
      .array(AppRequirement)
      .max(10)
      .optional()
      .describe('Requirements beyond registration.'),
    limits: z
      .array(
        z.object({
          what: z.string().max(200).describe('What is limited.'),
          value: z.string().max(200).describe('The limit.'),
          source: source.optional(),
        }),
      )
      .max(10)
      .optional()
      .describe('Limits of an app, such as the number of accounts that can connect.'),
  })
  .meta({
    id: 'ProviderAppRules',
    description: 'How an OAuth app is registered with the provider.',
  })
export type ProviderAppRules = z.infer<typeof ProviderAppRules>

export const SignInError = z
  .object({
    code: z
      .string()
      .min(3)
      .max(100)
      .describe(
        'Error code, or text that the provider’s error code or description contains, in any case.',
      ),
    cause: z.string().max(500).describe('What the error means.'),
    remedy: z.string().max(500).describe('What the builder can do.'),
    customerRemedy: z
      .string()
      .max(500)
      .optional()
      .describe('What the customer can do. Absent if only the builder can act.'),
    source: source.optional(),
  })
  .meta({ id: 'SignInError', description: 'Known error of a provider’s sign-in.' })
export type SignInError = z.infer<typeof SignInError>

export const ProviderChange = z
  .object({
    from: z.iso.date().describe('Day from which the change applies, such as `2027-01-01`.'),
    what: z.string().max(500).describe('What changes, and for whom.'),
    objects: z
      .array(z.string().max(200))
      .optional()
      .describe('Affected objects. Absent if every connection is affected.'),
    source: source.optional(),
  })
  .meta({ id: 'ProviderChange', description: 'Dated change of a provider’s API or rules.' })
export type ProviderChange = z.infer<typeof ProviderChange>

/** Members of a catalogue entry about the provider’s app rules. */
export const providerRules = {
  scopes: ProviderScopes.optional().describe(
    'Scopes that the provider grants access by. Absent if unknown.',
  ),
  app: ProviderAppRules.optional().describe(
    'How an OAuth app is registered with the provider. Absent if unknown.',
  ),
  signInErrors: z
    .array(SignInError)
    .max(30)
    .optional()
    .describe('Known errors of the sign-in, with their remedies.'),
  changes: z
    .array(ProviderChange)
    .max(30)
    .optional()
    .describe('Dated changes announced by the provider, the earliest first.'),
}
