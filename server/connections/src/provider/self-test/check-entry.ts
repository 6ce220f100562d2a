import { ProviderError, type CatalogueEntry } from '@platform/connector'
import {
  providerBaseUrl,
  addressTemplates,
  baseURLOf,
  sampleValues,
  TemplateError,
  templateVariables,
} from '@platform/connectors'
import type { Credentials } from '../../credentials/credentials.ts'
import { attachCredential } from '../call/attach-credential.ts'
import { authorizationUrl } from '../tokens/authorization-url.ts'
import { requestTokens } from '../tokens/token-request.ts'
import { playSteps } from './check-steps.ts'
import { selfTestClient, issued, standInReply, standIn } from './stand-in.ts'
import { getNow } from '@platform/kernel/values'

const redirectUri = 'https://platform.example/callbacks/v1/oauth'

/** Inputs of an attacker who wants credentials sent to another host. */
const hostileValues = [
  'evil.example',
  'https://evil.example',
  '//evil.example',
  'evil.example/',
  'evil.example#',
  String.raw`evil.example\a`,
  'x@evil.example',
  'evil.example%2f',
  'acme.evil.example?',
  'https://127.0.0.1',
  'localhost',
  'x\r\nhost: evil.example',
  '{{workspace}}',
]

/**
 * Tests a provider's whole flow against a stand-in that speaks the entry's dialect: sign-in page,
 * token, refresh, one call, rejections and hostile inputs. Makes no outside calls.
 * @returns The errors of the entry, one sentence each; empty if it works
 */
export async function checkEntry(entry: CatalogueEntry): Promise<string[]> {
  const problems = new Set<string>()
  const report = (problem: string) => void problems.add(problem)
  const { info, oauth2 } = entry
  const templates = addressTemplates(entry)
  const captured = info.oauth2Opts?.tokenMetadataFields.otherFields ?? []
  const values = {
    ...sampleValues(entry, templates),
    ...(oauth2?.baseURLField && {
      [oauth2.baseURLField]: `https://acme.${entry.domains.at(-1) ?? 'example'}`,
    }),
  }

  const asked = new Set([
    ...(info.metadata?.input ?? []).map(({ name }) => name),
    ...(info.metadata?.postAuthentication ?? []).map(({ name }) => name),
    ...(info.customOpts?.inputs ?? []).map(({ name }) => name),
    ...captured.map(({ name }) => name),
    ...Object.keys(entry.lookup?.values ?? {}),
    ...(entry.authSteps?.steps ?? []).flatMap((step) =>
      'capture' in step ? Object.keys(step.capture) : [],
    ),
  ])
  for (const template of templates) {
    for (const name of templateVariables(template)) {
      if (!asked.has(name)) report(`{{${name}}} of ${template} is not an input`)
    }
    orReport(report, () => providerBaseUrl(entry, template, values))
    for (const name of templateVariables(template)) {
      for (const value of hostileValues)
        mustStayHome(entry, template, { ...values, [name]: value }, report)
    }
  }
  checkFacts(entry, report)
  const credentials = await obtainCredentials(entry, values, report)
  if (credentials) callOnce(entry, credentials, values, report)
  return [...problems]
}

type Report = (problem: string) => void

/** An image within the entry, which needs no request. */
const drawing = 'data:image/svg+xml,'

/** Checks facts about the API other than its URL. */
function checkFacts({ info }: CatalogueEntry, report: Report): void {
  const { docsURL, authHealthCheck, media } = info
  const pictures = [media?.regular, media?.darkMode].flatMap((image) => [
    image?.iconURL,
    image?.logoURL,
  ])
  for (const url of [docsURL, ...pictures.filter((picture) => !picture?.startsWith(drawing))]) {
    if (url !== undefined && URL.parse(url)?.protocol !== 'https:') {
      report(`${url} does not use https`)
    }
  }
  const { method = 'GET', successStatusCodes = [200] } = authHealthCheck ?? {}
  if (method !== 'GET' && method !== 'POST') {
    report(`authHealthCheck supports GET and POST, not ${method}`)
  }
  if (successStatusCodes.some((status) => status < 200 || status > 299)) {
    report('authHealthCheck accepts a status outside of 200 to 299')
  }
}

/** Reports errors of the entry; rethrows internal errors. */
function orReport<T>(report: Report, act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    report(error.message)
    return undefined
  }
}

/** Requires that an input is rejected or leads to a host of the provider. */
function mustStayHome(
  entry: CatalogueEntry,
  template: string,
  values: Record<string, string>,
  report: Report,
): void {
  try {
    const { hostname } = new URL(providerBaseUrl(entry, template, values))
    if (hostname.includes('evil') && !isOwn(entry, hostname)) {
      report(`${template} can be led to ${hostname} by an input`)
    }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
  }
}

/** If an operator trusts any domain, every host belongs to the provider. */
const isOwn = ({ domains }: CatalogueEntry, hostname: string) =>
  domains.some((entry) => {
    const domain = entry.replace(/^http:\/\//, '')
    return domain === '*' || hostname === domain || hostname.endsWith(`.${domain}`)
  })

async function obtainCredentials(
  entry: CatalogueEntry,
  values: Record<string, string>,
  report: Report,
): Promise<Credentials | undefined> {
  const { info } = entry
  switch (info.authType) {
    case 'oauth2':
      return oauthCredentials(entry, values, report)
    case 'apiKey':
      if (!info.apiKeyOpts?.header && !info.apiKeyOpts?.query && !info.basicOpts?.apiKeyAsBasic) {
        report('apiKeyOpts names neither a header nor a query parameter for the key')
      }
      return { kind: 'apiKey', apiKey: issued.accessToken }
    case 'basic':
      return info.basicOpts?.apiKeyAsBasic
        ? { kind: 'apiKey', apiKey: issued.accessToken }
        : { kind: 'basic', username: 'ada', password: issued.accessToken }
    case 'custom': {
      if (entry.authSteps) return playSteps(entry, entry.authSteps, values, report)
      const inputs = [
        ...(info.customOpts?.inputs ?? []),
        ...(info.customOpts?.providerInputs ?? []),
      ]
      return {
        kind: 'custom',
        values: Object.fromEntries(inputs.map(({ name }) => [name, issued.accessToken])),
      }
    }
    case 'none':
      return { kind: 'none' }
    default:
      report(`authType ${info.authType} cannot be connected by this server`)
      return undefined
  }
}

async function oauthCredentials(
  entry: CatalogueEntry,
  values: Record<string, string>,
  report: Report,
): Promise<Credentials | undefined> {
  const { info, oauth2: dialect } = entry
  const options = info.oauth2Opts
  if (!options || !dialect) {
    report('authType is oauth2, and there are no oauth2Opts')
    return undefined
  }
  const isSignIn = options.grantType.startsWith('authorizationCode')
  const codeVerifier = dialect.pkce === 'unsupported' ? undefined : 'v'.repeat(43)
  if (isSignIn) checkSignIn(entry, { values, codeVerifier, report })

  const grant = {
    ...(isSignIn && {
      grant_type: 'authorization_code',
      code: issued.code,
      redirect_uri: redirectUri,
      ...(codeVerifier && { code_verifier: codeVerifier }),
    }),
    ...(options.grantType === 'clientCredentials' && { grant_type: 'client_credentials' }),
    ...(options.grantType === 'password' && {
      grant_type: 'password',
      username: 'ada',
      password: 'p&ss',
    }),
  }
  const ask = async (by: Record<string, string>) => {
    const egress = standIn(entry, { grant: by, values, report })
    return requestTokens(egress, {
      entry,
      client: selfTestClient,
      values,
      grant: by,
      now: getNow(),
    }).catch((error: unknown) => {
      if (!(error instanceof ProviderError) && !(error instanceof TemplateError)) throw error
      report(error.message)
      return undefined
    })
  }
  const first = await ask(grant)
  if (first?.tokens.accessToken !== issued.accessToken) report('its token reply contains no token')
  if (isSignIn && dialect.refreshTokens !== 'none') {
    const renewed = await ask({ grant_type: 'refresh_token', refresh_token: issued.refreshToken })
    if (renewed && !renewed.tokens.refreshToken) report('a rotated refresh token is not kept')
  }
  await checkRejections(entry, values, { isSignIn, report })
  return { kind: 'authorizationCode', tokens: { accessToken: issued.accessToken, issuedAt: 0 } }
}

/**
 * Checks that the sign-in page has all required parameters, whatever the entry adds to its query.
 */
function checkSignIn(
  entry: CatalogueEntry,
  {
    values,
    codeVerifier,
    report,
  }: { values: Record<string, string>; codeVerifier: string | undefined; report: Report },
): void {
  if (!entry.info.oauth2Opts?.authURL) {
    report('oauth2Opts.authURL is missing')
    return
  }
  const page = orReport(report, () =>
    authorizationUrl(entry, {
      clientId: selfTestClient.clientId,
      scopes: ['one', 'two'],
      redirectUri,
      values,
      state: 'state-1',
      codeVerifier,
    }),
  )
  if (page === undefined) return
  const { protocol, hash, search } = new URL(page)
  // A page that is rendered in the browser reads its parameters from the fragment.
  const searchParams = new URLSearchParams(hash ? hash.split('?')[1] : search)
  if (protocol !== 'https:') report('its sign-in page does not use https')
  const expected = {
    response_type: 'code',
    client_id: selfTestClient.clientId,
    redirect_uri: redirectUri,
    state: 'state-1',
  }
  const added = entry.info.oauth2Opts.authURLParams ?? {}
  for (const [name, value] of Object.entries(expected)) {
    if (Object.hasOwn(added, name) && added[name] !== value) {
      report(`authURLParams sets ${name}, which the flow sets itself`)
    }
  }
  for (const [name, value] of Object.entries(expected)) {
    if (searchParams.get(name) !== value) report(`its sign-in page is opened without ${name}`)
  }
  if ((codeVerifier === undefined) === searchParams.has('code_challenge')) {
    report('its sign-in page is opened without the PKCE challenge of its dialect')
  }
}

type Refusal = [what: string, status: number, body: unknown, failure: string]

/**
 * Checks that only errors about the grant end a connection, but not a proxy's page or a truncated
 * reply.
 */
async function checkRejections(
  entry: CatalogueEntry,
  values: Record<string, string>,
  { isSignIn, report }: { isSignIn: boolean; report: Report },
): Promise<void> {
  const grant = { grant_type: isSignIn ? 'refresh_token' : 'client_credentials' }
  const refusals: Refusal[] = [
    ['a page of a proxy', 403, '<html>Forbidden</html>', 'unavailable'],
    ['a page that is gone', 404, '<html>Not found</html>', 'unavailable'],
    ['half a reply', 200, '{"access_to', 'unavailable'],
    ['a reply without a token', 200, {}, 'unavailable'],
    ...(entry.oauth2?.grantEndedBy ?? []).map((code): Refusal => [
      code,
      400,
      { error: code },
      'credentials',
    ]),
    ...(entry.oauth2?.clientRefusedBy ?? []).map((code): Refusal => [
      code,
      401,
      { error: code },
      isSignIn ? 'unavailable' : 'credentials',
    ]),
  ]
  for (const [what, status, body, failure] of refusals) {
    const egress = { request: async () => standInReply(body, status) }
    const request = { entry, client: selfTestClient, values, grant, now: getNow() }
    const error = await requestTokens(egress, request).catch((one: unknown) => one)
    if (error instanceof TemplateError) continue
    if (!(error instanceof ProviderError) || error.failure !== failure) {
      report(`${what} at the token endpoint is not recognized as ${failure}`)
    }
  }
}

/** Requests to this machine cross no network: the API that a developer tests their file with. */
const isThisMachine = ({ hostname }: URL) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

/** Checks that a call contains the credential and goes to a host of the provider over HTTPS. */
function callOnce(
  entry: CatalogueEntry,
  credentials: Credentials,
  values: Record<string, string>,
  report: Report,
): void {
  const base = orReport(report, () => baseURLOf(entry, values))
  if (base === undefined) return
  const url = new URL(base)
  const headers: Record<string, string> = {}
  const wasAttached = orReport(report, () => {
    attachCredential(entry, credentials, values, url, headers)
    return true
  })
  if (!wasAttached) return
  if (url.protocol !== 'https:' && !isThisMachine(url)) {
    report(`calls to ${url.origin} do not use https`)
  }
  try {
    new Headers(headers)
  } catch {
    report('it sets a header that HTTP does not allow')
  }
  if (credentials.kind === 'none') return
  const sent = [...Object.values(headers), ...url.searchParams.values()].flatMap((text) => [
    text,
    Buffer.from(text.replace(/^\w+ /, ''), 'base64').toString(),
  ])
  // A signed token is made here; others come from the provider.
  const tokens = [
    issued.accessToken,
    ...(credentials.kind === 'customSteps' && credentials.tokens
      ? [credentials.tokens.accessToken]
      : []),
  ]
  if (!sent.some((text) => tokens.some((token) => text.includes(token)))) {
    report('its calls do not contain the credential')
  }
}
