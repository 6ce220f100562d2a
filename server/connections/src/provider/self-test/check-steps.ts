import { generateKeyPairSync } from 'node:crypto'
import { ProviderError, type CatalogueEntry } from '@platform/connector'
import { TemplateError, templateVariables } from '@platform/connectors'
import type { AuthStep, AuthSteps } from '@platform/contract'
import type { Credentials } from '../../credentials/credentials.ts'
import type { EgressReply, TenantEgress } from '@platform/kernel/egress'
import { redirectPage, takeSteps, tokensFrom } from '../auth-steps.ts'
import { selfTestClient, issued, standInReply } from './stand-in.ts'
import { getNow } from '@platform/kernel/values'

const redirectUri = 'https://platform.example/callbacks/v1/custom-auth/default'

type Report = (problem: string) => void

/** Runs the steps of a provider's own scheme, and returns the credentials of calls. */
export async function playSteps(
  entry: CatalogueEntry,
  authSteps: AuthSteps,
  values: Record<string, string>,
  report: Report,
): Promise<Credentials | undefined> {
  const inputs = Object.fromEntries(
    (entry.info.customOpts?.inputs ?? []).map(({ name, options }) => [
      name,
      options?.[0]?.value ?? 'entered',
    ]),
  )
  const { metadata, providerAppMetadata } = entry.info
  const about = [...(metadata?.input ?? []), ...(providerAppMetadata?.providerParams ?? [])].map(
    ({ name }) => [name, 'acme'],
  )
  const known = {
    ...Object.fromEntries(about),
    ...values,
    ...selfTestClient,
    redirectUri,
    ...inputs,
    ...keysFor(authSteps),
  }
  const now = getNow()
  let taken: Awaited<ReturnType<typeof takeSteps>> = { values: known }
  try {
    for (const step of authSteps.steps) {
      if (step.kind === 'redirect') {
        checkPage(entry, step, taken.values, report)
        const names = [...Object.keys(step.capture), ...Object.keys(step.posted?.capture ?? {})]
        for (const name of names) taken.values[name] = 'acme'
        continue
      }
      const egress = answering(step, report)
      const made = await takeSteps(egress, { entry, steps: [step], values: taken.values, now })
      taken = { ...taken, ...made }
      if (step.kind === 'request') await checkRejections(entry, step, taken.values, report)
    }
    return { kind: 'customSteps', values: inputs, tokens: tokensFrom(authSteps, taken, now) }
  } catch (error) {
    if (!(error instanceof TemplateError) && !(error instanceof ProviderError)) throw error
    report(error.message)
    return undefined
  }
}

/** Example private keys, plain or in an object. */
function keysFor({ steps }: AuthSteps): Record<string, string> {
  const keys = new Set(
    steps.flatMap((step) => (step.kind === 'jwt' ? templateVariables(step.key) : [])),
  )
  if (keys.size === 0) return {}
  const isElliptic = steps.some((step) => step.kind === 'jwt' && step.algorithm === 'ES256')
  const { privateKey } = isElliptic
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const objects = steps.flatMap((step) => {
    if (step.kind !== 'decode') return []
    const object = Object.entries(step.capture).map(([name, path]) => [
      path,
      keys.has(name) ? pem : 'captured',
    ])
    const text = JSON.stringify(Object.fromEntries(object))
    return templateVariables(step.template).map((name) => [name, text])
  })
  return {
    ...Object.fromEntries([...keys].map((name) => [name, pem])),
    ...Object.fromEntries(objects),
  }
}

function checkPage(
  entry: CatalogueEntry,
  step: Extract<AuthStep, { kind: 'redirect' }>,
  values: Record<string, string>,
  report: Report,
): void {
  const posting = {
    session: 'session',
    appName: 'App',
    url: 'https://platform.example/callbacks/v1/custom-auth/posted/session/secret',
  }
  const flow = { state: 'state-1', redirectUri, posting }
  const page = new URL(redirectPage(entry, step, values, flow))
  if (page.protocol !== 'https:') report(`its page ${page.origin} does not use https`)
  const { callbackParam, returnParam } = step.posted ?? {}
  for (const name of [callbackParam ?? 'state', returnParam ?? 'redirect_uri']) {
    if (Object.hasOwn(step.query ?? {}, name))
      report(`a redirect sets ${name}, which the flow sets itself`)
  }
}

/** Simulates a provider that answers each request with what the step expects. */
const answering = (step: AuthStep, report: Report): Pick<TenantEgress, 'request'> => ({
  async request(url) {
    const { protocol, href } = new URL(url)
    if (protocol !== 'https:') report(`${href} does not use https`)
    return step.kind === 'request' ? makeExpectedReply(step) : standInReply({})
  },
})

function makeExpectedReply({
  capture,
  lifetimeFrom,
}: Extract<AuthStep, { kind: 'request' }>): EgressReply {
  const reply = {}
  for (const path of Object.values(capture))
    putReplyValue(reply, path.split('.'), issued.accessToken)
  if (lifetimeFrom) putReplyValue(reply, lifetimeFrom.split('.'), 3600)
  return standInReply(reply)
}

function putReplyValue(
  into: Record<string, unknown>,
  [step = '', ...rest]: string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    into[step] = value
    return
  }
  const inner: Record<string, unknown> = {}
  into[step] ??= inner
  putReplyValue(inner, rest, value)
}

/** Checks that errors about the credentials end a connection, but not a proxy's page. */
async function checkRejections(
  entry: CatalogueEntry,
  step: AuthStep,
  values: Record<string, string>,
  report: Report,
): Promise<void> {
  const refusals: [what: string, reply: EgressReply, failure: string][] = [
    [
      'a page of a proxy',
      { ...standInReply('<html>', 401), headers: { 'content-type': 'text/html' } },
      'unavailable',
    ],
    ['half a reply', standInReply('{"half', 200), 'unavailable'],
    ['a reply without the expected value', standInReply({}), 'unavailable'],
    ['invalid_grant', standInReply({ error: 'invalid_grant' }, 400), 'credentials'],
    ['a 401', standInReply({}, 401), 'credentials'],
  ]
  for (const [what, reply, failure] of refusals) {
    const egress = { request: async () => reply }
    const asked = { entry, steps: [step], values, now: getNow() }
    const error = await takeSteps(egress, asked).catch((one: unknown) => one)
    if (!(error instanceof ProviderError) || error.failure !== failure) {
      report(`${what} during authentication is not recognized as ${failure}`)
    }
  }
}
