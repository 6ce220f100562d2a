import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'
import { ProviderError, getValueAt, type CatalogueEntry } from '@platform/connector'
import {
  providerBaseUrl,
  fillTemplate,
  refusalCodes,
  TemplateError,
  templateVariables,
} from '@platform/connectors'
import { maxMatchedLength, type AuthStep, type AuthSteps } from '@platform/contract'
import { SignJWT } from 'jose'
import type { Tokens } from '../credentials/credentials.ts'
import { findCertificateRejection } from './client-certificate.ts'
import type { EgressReply, TenantEgress } from '@platform/kernel/egress'
import { makeEndedCall, attachProviderCall, traceCall } from './call/provider-call.ts'
import { redactProviderText, findWords } from './call/redact-provider-text.ts'
import { parseReply } from './tokens/token-request.ts'
import { classifyRejection } from './tokens/classify-rejection.ts'
import { toExpiresAt, toTokenTimes } from '../credentials/token-lifetime.ts'

type Values = Readonly<Record<string, string>>
export type Redirect = Extract<AuthStep, { kind: 'redirect' }>
type Request = Extract<AuthStep, { kind: 'request' }>

/** Values known after some steps, and until when the token is valid. */
export interface Taken {
  values: Record<string, string>
  expiresAt?: number
}

/** Returns the index of the next step with a page of the provider; undefined if there is none. */
export function nextRedirect({ steps }: AuthSteps, from: number): number | undefined {
  const index = steps.findIndex(({ kind }, at) => at >= from && kind === 'redirect')
  return index === -1 ? undefined : index
}

/**
 * Returns the steps that renew the token: those that need no browser and are not part of the
 * sign-in.
 */
export function renewingSteps({ steps }: AuthSteps): AuthStep[] {
  const lastRedirect = steps.findLastIndex(({ kind }) => kind === 'redirect')
  return steps.filter(
    (step, at) => at > lastRedirect && !(step.kind === 'request' && step.isOnce === true),
  )
}

/** Returns the values of the sign-in that renewing the token needs. */
export function pickKeptValues(authSteps: AuthSteps, values: Values): Record<string, string> {
  const renewing = renewingSteps(authSteps)
  const needed = new Set(renewing.flatMap(listNeededVariables))
  const kept = authSteps.steps.filter((step) => !renewing.includes(step)).flatMap(listSetVariables)
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => kept.includes(name) && needed.has(name)),
  )
}

/**
 * Runs steps that need no browser.
 * @throws TemplateError for an input that no step can be built with
 * @throws ProviderError `credentials` if the provider rejects the inputs, `unavailable` if it gives
 * no usable answer
 */
export async function takeSteps(
  egress: Pick<TenantEgress, 'request'>,
  {
    entry,
    steps,
    values,
    now,
  }: { entry: CatalogueEntry; steps: readonly AuthStep[]; values: Values; now: Date },
): Promise<Taken> {
  let taken: Taken = { values: { ...values } }
  for (const step of steps) {
    const made = await take(egress, { entry, step, values: taken.values, now })
    taken = { ...taken, ...made, values: { ...taken.values, ...made.values } }
  }
  return taken
}

/** An input that no step can be built with is reported like a rejection by the provider. */
export const asProviderError = (error: unknown): unknown =>
  error instanceof TemplateError
    ? new ProviderError('credentials', error.message, { cause: error })
    : error

/** Returns the token that the steps produced. */
export function tokensFrom({ token }: AuthSteps, { values, expiresAt }: Taken, now: Date): Tokens {
  const accessToken = values[token]
  if (!accessToken) throw new ProviderError('unavailable', `No step produced the ${token}.`)
  return { accessToken, ...toTokenTimes(now, expiresAt) }
}

async function take(
  egress: Pick<TenantEgress, 'request'>,
  {
    entry,
    step,
    values,
    now,
  }: { entry: CatalogueEntry; step: AuthStep; values: Values; now: Date },
): Promise<Taken> {
  switch (step.kind) {
    case 'encode': {
      const text = fillTemplate(step.template, values)
      return { values: { [step.name]: Buffer.from(text).toString('base64') } }
    }
    case 'decode':
      return { values: decode(step, values) }
    case 'text':
      return { values: { [step.name]: changeText(step, values) } }
    case 'jwt':
      return sign(step, values, { now, isToken: step.name === entry.authSteps?.token })
    case 'request':
      return sendStep(egress, { entry, step, values, now })
    case 'redirect':
      throw new Error('Provider pages are opened by the browser.')
  }
}

function decode(
  { template, capture }: Extract<AuthStep, { kind: 'decode' }>,
  values: Values,
): Record<string, string> {
  const object = parseReply(toPlainText(fillTemplate(template, values, { isOneLine: false }), '{'))
  const found = Object.entries(capture).map(
    ([name, path]) => [name, findText(object, path)] as const,
  )
  const missing = found.flatMap(([, text], index) =>
    text === undefined ? [String(Object.values(capture)[index])] : [],
  )
  if (missing.length > 0) {
    throw new TemplateError(
      `The value must be a JSON object (plain or base64) with ${missing.join(', ')}.`,
      templateVariables(template),
    )
  }
  return Object.fromEntries(found.map(([name, text]) => [name, text ?? '']))
}

function changeText(
  { template, endsBefore, isUpperCase }: Extract<AuthStep, { kind: 'text' }>,
  values: Values,
): string {
  const whole = fillTemplate(template, values)
  const kept = endsBefore === undefined ? whole : (whole.split(endsBefore, 1)[0] ?? '')
  return isUpperCase ? kept.toUpperCase() : kept
}

/** Returns the text if it starts with `beginning`, else decodes it as base64. */
function toPlainText(text: string, beginning: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith(beginning) ? trimmed : Buffer.from(trimmed, 'base64').toString()
}

async function sign(
  {
    name,
    algorithm,
    key,
    keyId,
    claims,
    fingerprint,
    lifetimeSeconds,
  }: Extract<AuthStep, { kind: 'jwt' }>,
  values: Values,
  { now, isToken }: { now: Date; isToken: boolean },
): Promise<Taken> {
  // Clocks differ, and tokens issued in the future are rejected.
  const issuedAt = Math.floor(now.getTime() / 1000) - 30
  const expiresAt = issuedAt + lifetimeSeconds
  const pem = toPlainText(fillTemplate(key, values, { isOneLine: false }), '-----BEGIN')
  const makeKeyError = () =>
    // The library's message is omitted because it may quote the key.
    new TemplateError(
      `The value must be a PEM private key for ${algorithm} (plain or base64).`,
      templateVariables(key),
    )
  const privateKey = parsePrivateKey(pem)
  if (!privateKey) throw makeKeyError()
  const made = fingerprint ? { [fingerprint]: getFingerprint(privateKey) } : {}
  const filled = Object.entries(claims).map(([claim, value]) => [
    claim,
    typeof value === 'string' ? fillTemplate(value, { ...values, ...made }) : value,
  ])
  const token = new SignJWT(Object.fromEntries(filled))
    .setProtectedHeader({
      alg: algorithm,
      typ: 'JWT',
      ...(keyId && { kid: fillTemplate(keyId, values) }),
    })
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
  try {
    const signed = await token.sign(privateKey)
    return { values: { ...made, [name]: signed }, ...(isToken && { expiresAt: expiresAt * 1000 }) }
  } catch {
    throw makeKeyError()
  }
}

function parsePrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

function getFingerprint(privateKey: KeyObject): string {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return hash('sha256', publicKey, 'base64')
}

/** Larger than any token. */
const maxBodyBytes = 256 * 1024

async function sendStep(
  egress: Pick<TenantEgress, 'request'>,
  { entry, step, values, now }: { entry: CatalogueEntry; step: Request; values: Values; now: Date },
): Promise<Taken> {
  const label = entry.info.displayName ?? entry.info.name
  const { body, contentType } = makeBody(step, values)
  const url = providerBaseUrl(entry, step.url, values)
  const headers = {
    accept: 'application/json',
    ...(contentType && { 'content-type': contentType }),
    ...fillTemplates(step.headers ?? {}, values),
  }
  const secrets = Object.values(values)
  const beganAt = performance.now()
  const ofThisCall = (error: ProviderError, reply?: EgressReply) => {
    const about = { method: step.method, url: new URL(url), headers, beganAt, secrets }
    return attachProviderCall(error, makeEndedCall({ ...about, response: reply }))
  }
  const response = await traceCall(entry, step.method, () =>
    egress.request(url, {
      method: step.method,
      headers,
      body: body ?? null,
      maxBodyBytes: maxBodyBytes,
    }),
  ).catch((error: Error) => {
    throw ofThisCall(
      findCertificateRejection(entry, error) ??
        new ProviderError('unavailable', `${label} did not respond.`, { cause: error }),
    )
  })
  const reply = parseReply(response.body)
  if (response.status >= 400 || !reply || reply.error) {
    throw ofThisCall(rejectionBy(entry, { response, reply, secrets }), response)
  }
  const captured = Object.entries(step.capture).map(([name, path]) => {
    const found = findText(reply, path)
    if (found === undefined || found === '') {
      throw new ProviderError('unavailable', `${label} answered without ${path}.`)
    }
    return [name, found] as const
  })
  const expiresIn = step.lifetimeFrom && findText(reply, step.lifetimeFrom)
  const expiresAt = toExpiresAt({ expiresIn }, { now, assumedSeconds: step.lifetimeSeconds })
  return {
    values: Object.fromEntries(captured),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

/** Maps a rejection. A 401 without a code means invalid inputs, unless it is an HTML page. */
function rejectionBy(
  entry: CatalogueEntry,
  {
    response,
    reply,
    secrets,
  }: { response: EgressReply; reply: Record<string, unknown> | undefined; secrets: string[] },
): ProviderError {
  const { status, headers } = response
  const isPage = String(headers['content-type'] ?? '').includes('html')
  if (status === 401 && !reply?.error && !isPage) {
    const words = redactProviderText(findWords(reply), { without: secrets })
    const label = entry.info.displayName ?? entry.info.name
    return new ProviderError('credentials', `${label} answered 401${words && ` (${words})`}.`)
  }
  const codes = {
    ...refusalCodes,
    grantEndedBy: [...refusalCodes.grantEndedBy, ...(entry.authSteps?.refusedBy ?? [])],
  }
  const isOwnClient = !entry.info.customOpts?.providerInputs?.length
  return classifyRejection(entry, { response, reply, codes, isOwnClient, secrets })
}

function makeBody(
  { form, json }: Request,
  values: Values,
): { body?: string; contentType?: string } {
  if (form) {
    return {
      body: new URLSearchParams(fillTemplates(form, values)).toString(),
      contentType: 'application/x-www-form-urlencoded',
    }
  }
  return json
    ? { body: JSON.stringify(fillTemplates(json, values)), contentType: 'application/json' }
    : {}
}

const fillTemplates = (templates: Values, values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fillTemplate(template, values)]),
  )

/** Where a provider posts the values of a sign-in, besides the redirect of the browser. */
export interface Posting {
  /** ID of the sign-in. */
  session: string
  appName: string
  url: string
}

/**
 * Returns the page of the provider for a step. Parameters of the flow override those of the entry's
 * own query.
 */
export function redirectPage(
  entry: CatalogueEntry,
  step: Redirect,
  values: Values,
  { state, redirectUri, posting }: { state: string; redirectUri: string; posting?: Posting },
): string {
  const { posted } = step
  const known = posting ? { ...values, session: posting.session, appName: posting.appName } : values
  const url = new URL(providerBaseUrl(entry, step.url, known))
  const ofFlow: Values = posted
    ? {
        [posted.callbackParam]: posting?.url ?? '',
        [posted.returnParam]: `${redirectUri}?${new URLSearchParams({ state })}`,
      }
    : { state, redirect_uri: redirectUri }
  const query = { ...fillTemplates(step.query ?? {}, known), ...ofFlow }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Reports whether the browser returns from a page on which access was not allowed. */
export const isDenied = ({ denied = {} }: Redirect, query: Values): boolean =>
  Object.entries(denied).some(([name, value]) => query[name] === value)

/**
 * Returns the values of the browser's redirect, or an error message. They come from the browser and
 * prove nothing by themselves.
 */
export const captureReturn = (
  { capture, expects = {} }: Redirect,
  query: Values,
): { values: Record<string, string> } | { wrong: string } =>
  captureValues({ capture, expects }, query)

/** Returns the values that the provider posted, or an error message. */
export function capturePosted(
  { posted }: Redirect,
  members: Values,
  { session }: Pick<Posting, 'session'>,
): { values: Record<string, string> } | { wrong: string } {
  if (!posted) return { wrong: 'The provider posts nothing in this step.' }
  const expects = fillTemplates(posted.expects ?? {}, { session })
  return captureValues({ capture: posted.capture, expects }, members)
}

function captureValues(
  { capture, expects }: Required<Pick<Redirect, 'capture' | 'expects'>>,
  given: Values,
): { values: Record<string, string> } | { wrong: string } {
  for (const [name, value] of Object.entries(expects)) {
    if (given[name]?.toLowerCase() !== value.toLowerCase()) {
      return { wrong: `The provider did not confirm that ${name} is ${value}.` }
    }
  }
  const values: Record<string, string> = {}
  for (const [name, { from, pattern }] of Object.entries(capture)) {
    const value = given[from] ?? ''
    const isFit =
      value !== '' &&
      value.length <= maxMatchedLength &&
      (!pattern || new RegExp(`^(?:${pattern})$`).test(value))
    if (!isFit) {
      return { wrong: `The provider sent no valid ${from}.` }
    }
    values[name] = value
  }
  return { values }
}

/** Returns the variables that a value is derived from; the variable itself if no step sets it. */
export function listSources({ steps }: AuthSteps, name: string): string[] {
  const maker = steps.find((step) => listSetVariables(step).includes(name))
  return maker ? listNeededVariables(maker) : [name]
}

/** The variables that a step sets. */
const listSetVariables = (step: AuthStep): string[] => {
  if (step.kind === 'redirect')
    return [...Object.keys(step.capture), ...Object.keys(step.posted?.capture ?? {})]
  if ('capture' in step) return Object.keys(step.capture)
  return step.kind === 'jwt' && step.fingerprint ? [step.name, step.fingerprint] : [step.name]
}

/** The variables that a step needs. */
const listNeededVariables = (step: AuthStep): string[] => templateVariables(JSON.stringify(step))

function findText(value: unknown, path: string): string | undefined {
  const found = getValueAt(value, path.split('.'))
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined
}
