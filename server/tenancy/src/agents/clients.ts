import type { TenantEgress } from '@platform/kernel/egress'
import { SealedTextUnreadable, type Secrets } from '@platform/kernel/secrets'
import { z } from 'zod'
import { faultOfRedirectUri, hostOfRedirect } from './redirect-uris.ts'

/** An application that asks to be connected to projects. It has no secret: PKCE protects its codes. */
export interface AgentClient {
  id: string
  name: string
  redirectUris: readonly string[]
  /** Where it publishes its metadata; undefined if it has registered. */
  document?: string
}

const prefix = 'agent_'

/** Maximum length of an ID, which contains what the client has registered. */
const maxIdLength = 6000

const RedirectUris = z
  .array(
    z.string().check((context) => {
      const fault = faultOfRedirectUri(context.value)
      if (fault) context.issues.push({ code: 'custom', message: fault, input: context.value })
    }),
  )
  .min(1)
  .max(10)

const Registration = z.object({
  redirect_uris: RedirectUris,
  client_name: z.string().optional(),
})

/** Rejects a registration, with a code of RFC 7591. */
export class RegistrationRefused extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(code: RegistrationRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Registers a client (RFC 7591). Nothing is stored: its ID contains what it has registered, encrypted
 * by the server, so that any number of registrations cost nothing.
 */
export async function registerAgentClient(secrets: Secrets, body: unknown): Promise<AgentClient> {
  const { data, error } = Registration.safeParse(body)
  if (!data) {
    const [issue] = error.issues
    const isUri = issue?.path[0] === 'redirect_uris'
    throw new RegistrationRefused(
      isUri ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      `${issue?.path.join('.') || 'The body'}: ${issue?.message}`,
    )
  }
  const [first = ''] = data.redirect_uris
  const name = cleanName(data.client_name, first)
  const content = JSON.stringify({ type, name, redirectUris: data.redirect_uris })
  const id = `${prefix}${(await secrets.seal('server', content)).toString('base64url')}`
  if (id.length > maxIdLength) {
    throw new RegistrationRefused('invalid_redirect_uri', 'The redirect URIs are too long.')
  }
  return { id, name, redirectUris: data.redirect_uris }
}

/** Distinguishes what is encrypted here from other texts of the server. */
const type = 'agent-client'

const Registered = z.object({
  type: z.literal(type),
  name: z.string(),
  redirectUris: z.array(z.string()),
})

/** Why a client is not accepted, as a sentence. */
export class ClientRefused extends Error {}

/** Returns the client with this ID: a registered one, or one that publishes its metadata there. */
export async function findAgentClient(
  { secrets, egress }: { secrets: Secrets; egress: Pick<TenantEgress, 'request'> },
  id: string,
): Promise<AgentClient> {
  if (isPublished(id)) return fetchPublishedClient(egress, id)
  return unsealRegisteredClient(secrets, id)
}

/** Reports whether a client can have this ID; what a published one claims is not fetched. */
export const isAgentClient = async (secrets: Secrets, id: string): Promise<boolean> =>
  isPublished(id) ||
  unsealRegisteredClient(secrets, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ClientRefused) return false
      throw error
    },
  )

const isPublished = (id: string) => id.startsWith('https://')

async function unsealRegisteredClient(secrets: Secrets, id: string): Promise<AgentClient> {
  const sealed = id.startsWith(prefix) && id.length <= maxIdLength ? id.slice(prefix.length) : ''
  const content = await secrets
    .open('server', Buffer.from(sealed, 'base64url'))
    .catch((error: unknown) => {
      if (error instanceof SealedTextUnreadable) throw unknownClient(error)
      throw error
    })
  const { data, error } = Registered.safeParse(parseJson(content))
  if (!data) throw unknownClient(error)
  return { id, name: data.name, redirectUris: data.redirectUris }
}

const unknownClient = (cause: unknown) =>
  new ClientRefused(
    'The client is not registered here. Remove the server from the client, and add it again.',
    { cause },
  )

const Document = Registration.extend({ client_id: z.string() })
const maxDocumentLength = 20_000
const documentMs = 5_000

/** Reads the metadata that a client publishes at its ID (OAuth Client ID Metadata Document). */
async function fetchPublishedClient(
  egress: Pick<TenantEgress, 'request'>,
  id: string,
): Promise<AgentClient> {
  const rejectClient = (reason: string, cause?: unknown) =>
    new ClientRefused(`The metadata of the client at ${id.slice(0, 500)} ${reason}`, { cause })
  const { pathname, hash, username, password, href } = new URL(URL.canParse(id) ? id : 'https://-/')
  if (pathname === '/' || hash || username || password || href !== id) {
    throw rejectClient('has no valid address.')
  }
  const reply = await egress
    .request(id, {
      headers: { accept: 'application/json' },
      timeoutMs: documentMs,
      maxBodyBytes: maxDocumentLength,
    })
    .catch((cause: unknown) => {
      throw rejectClient('could not be read.', cause)
    })
  if (reply.status !== 200) throw rejectClient(`could not be read: status ${reply.status}.`)
  const { data } = Document.safeParse(parseJson(reply.body))
  if (!data)
    throw rejectClient('is invalid: `client_id` and permitted `redirect_uris` are required.')
  if (data.client_id !== id) throw rejectClient('belongs to another client.')
  const { redirect_uris: redirectUris, client_name: name } = data
  return { id, name: cleanName(name, id), redirectUris, document: id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The name of a client as text on one line, which cannot imitate more than a name. */
const cleanName = (given: string | undefined, uri: string): string =>
  (given ?? '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 60) || hostOfRedirect(uri)
