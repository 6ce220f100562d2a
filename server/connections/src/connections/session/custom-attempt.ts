import type { AuthSteps, ProjectId, ProviderMetadata } from '@platform/contract'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { findProvider, TemplateError } from '@platform/connectors'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import { chooseProviderApp } from '@platform/tenancy/projects/provider-apps'
import {
  pickKeptValues,
  nextRedirect,
  redirectPage,
  takeSteps,
  tokensFrom,
  type Posting,
  type Redirect,
  type Taken,
} from '../../provider/auth-steps.ts'
import { openEgress } from '../../provider/client-certificate.ts'
import { TooManyCallsError } from '../../provider/budgets/too-many-calls.ts'
import { forBuilder, tooManyCalls } from '../../provider/call/refusal-problem.ts'
import { stepValues, type ProviderAppRow } from '../../provider/call/step-values.ts'
import type { CredentialTest } from '../../provider/try-given.ts'
import { unusableInputs } from '../../provider/unusable-inputs.ts'
import type { Services } from '@platform/kernel/services'
import { getNow, must } from '@platform/kernel/values'
import { getExpireTime, getScheme, type Credentials } from '../../credentials/credentials.ts'
import { reportNoApp } from './oauth-connect.ts'
import type { Connected } from './save-connection.ts'

/**
 * What a builder registers with a provider whose own scheme sends end users to one of its pages.
 */
export const customRedirectUri = ({ publicUrl }: Pick<Services, 'publicUrl'>): string =>
  `${publicUrl}/callbacks/v1/custom-auth/default`

/** Progress of a connection by a provider's own scheme. */
export interface CustomAuthAttempt {
  projectId: ProjectId
  entry: CatalogueEntry
  app: ProviderAppRow | undefined
  metadata: ProviderMetadata
  inputs: Record<string, string>
}

/** Next step: a page of the provider, or completion. */
type Walked =
  | { to: 'page'; step: number; values: Record<string, string> }
  | { to: 'end'; taken: Taken }

/** An attempt after all outside requests that can be made before anything is stored. */
export interface PreparedAttempt extends CustomAuthAttempt {
  /** Absent without steps: calls then send the inputs themselves. */
  walked?: Walked
  /** Tested inputs of a scheme without steps. */
  tried?: CredentialTest
}

export function customProvider({ catalogue }: Services, provider: string): CatalogueEntry {
  const entry = findProvider(provider, { among: catalogue })
  if (!entry) {
    throw new Problem('provider-not-found', {
      detail: `The catalogue has no provider ${provider}.`,
    })
  }
  if (entry.info.authType !== 'custom') {
    throw new Problem('provider-not-supported', {
      detail: `${provider} does not use a custom authentication scheme.`,
      remedy:
        'For OAuth, start with POST /v1/oauth-connect. Otherwise create the connection with connections:generate.',
    })
  }
  return entry
}

/** The builder's OAuth client, if the provider's scheme uses one. */
export async function appFor(
  services: Pick<Services, 'log'>,
  db: Db,
  {
    projectId,
    entry: { info },
    providerAppId,
  }: {
    projectId: ProjectId
    entry: CatalogueEntry
    providerAppId: ProviderAppRow['id'] | undefined
  },
): Promise<ProviderAppRow | undefined> {
  if (!info.customOpts?.providerInputs?.length) return undefined
  const app = await chooseProviderApp(db, info.name, providerAppId)
  if (!app) throw await reportNoApp(services, db, { projectId, info, providerAppId })
  return app
}

/** Runs the steps from the given one up to the next page of the provider. */
export async function walk(
  services: Services,
  { projectId, entry, app, metadata, inputs }: CustomAuthAttempt,
  { from, values = {} }: { from: number; values?: Record<string, string> },
): Promise<Walked> {
  const authSteps = requireSteps(entry)
  const page = nextRedirect(authSteps, from)
  const known = await stepValues(services, {
    entry,
    app,
    metadata,
    inputs: { ...inputs, ...values },
  })
  const steps = authSteps.steps.slice(from, page)
  const call = { projectId, of: entry.info.name, isBackground: false }
  const taken = await services.calls.run(call, () =>
    takeSteps(openEgress(services, { projectId, entry, values: known }), {
      entry,
      steps,
      values: { ...known, redirectUri: customRedirectUri(services) },
      now: getNow(),
    }),
  )
  if (page === undefined) return { to: 'end', taken }
  const made = Object.entries(taken.values).filter(([name]) => !Object.hasOwn(known, name))
  return { to: 'page', step: page, values: { ...values, ...Object.fromEntries(made) } }
}

const requireSteps = ({ info, authSteps }: CatalogueEntry): AuthSteps =>
  must(authSteps, `sign-in flow for ${info.name}`)

export const redirectAt = (entry: CatalogueEntry, index: number): Redirect => {
  const step = requireSteps(entry).steps[index]
  if (step?.kind !== 'redirect')
    throw new Error(`Step ${index} of ${entry.info.name} opens no page.`)
  return step
}

export async function makePage(
  services: Services,
  { entry, app, metadata, inputs }: CustomAuthAttempt,
  {
    step,
    values,
    state,
    posting,
  }: { step: number; values: Record<string, string>; state: string; posting?: Posting },
): Promise<string> {
  const known = await stepValues(services, {
    entry,
    app,
    metadata,
    inputs: { ...inputs, ...values },
  })
  const redirectUri = customRedirectUri(services)
  return redirectPage(entry, redirectAt(entry, step), known, {
    state,
    redirectUri,
    ...(posting && { posting }),
  })
}

/** Runs the steps before the first page and checks whether there is one. */
export async function prepare(
  services: Services,
  attempt: CustomAuthAttempt,
): Promise<PreparedAttempt> {
  const walked = await walk(services, attempt, { from: 0 }).catch((error: unknown) => {
    throw asProblem(error, attempt)
  })
  if (walked.to === 'page') {
    mustBePostable(services, attempt.entry, walked.step)
    // Reports invalid inputs now, before the end user leaves for the provider.
    const posting = { session: 'session', appName: 'app', url: services.publicUrl }
    await makePage(services, attempt, { ...walked, state: '', posting }).catch((error: unknown) => {
      throw asProblem(error, attempt)
    })
  }
  return { ...attempt, walked }
}

/** Providers post credentials to https only. */
function mustBePostable({ publicUrl }: Services, entry: CatalogueEntry, step: number): void {
  if (!redirectAt(entry, step).posted || publicUrl.startsWith('https:')) return
  const label = entry.info.displayName ?? entry.info.name
  throw new Problem('provider-not-supported', {
    detail: `${label} posts its keys to https only, and this server is at ${publicUrl}.`,
    remedy: 'Set PLATFORM_PUBLIC_URL to an address with https.',
  })
}

/** Returns the result of the steps, ready to be stored. */
export async function toConnected(
  { secrets }: Services,
  { projectId, entry, inputs, tried }: PreparedAttempt,
  taken: Taken | undefined,
): Promise<Connected> {
  const { authSteps } = entry
  const credentials: Credentials =
    authSteps && taken
      ? {
          kind: 'customSteps',
          values: { ...inputs, ...pickKeptValues(authSteps, taken.values) },
          tokens: tokensFrom(authSteps, taken, getNow()),
        }
      : { kind: 'custom', values: inputs }
  return {
    credentials: await secrets.seal(projectId, JSON.stringify(credentials)),
    accessExpireTime: getExpireTime(credentials),
    authScheme: getScheme(credentials),
    ...(authSteps?.workspaceRef && { workspaceRef: taken?.values[authSteps.workspaceRef] }),
    captured: {},
    unconfirmed: tried?.unconfirmed ?? null,
    trialTime: tried?.trialTime,
  }
}

/** Describes a failed step to the person who entered the values. */
function asProblem(error: unknown, { entry, inputs }: CustomAuthAttempt): unknown {
  const label = entry.info.displayName ?? entry.info.name
  if (error instanceof TemplateError) return unusableInputs(error, { entry, inputs })
  if (!(error instanceof ProviderError)) return error
  if (error.failure === 'credentials') {
    return new Problem('credentials-refused', {
      detail: `${label} rejected these credentials.`,
      remedy: 'Check them and try again.',
      causes: [error.message],
      cause: error,
    })
  }
  if (error.isBuildersToMend) return forBuilder(error)
  if (error instanceof TooManyCallsError) return tooManyCalls(error)
  return new Problem('provider-unavailable', {
    detail: `${label} did not issue a token: ${error.message.replace(/\.$/, '')}.`,
    causes: [error.message],
    cause: error,
  })
}
