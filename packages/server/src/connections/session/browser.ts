import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const lifetimeSeconds = 3600

/** `__Host-` keeps other hosts and plain http from setting it; browsers take it with https only. */
const nameOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-platform-browser' : 'platform-browser'

/** The nonce that this browser was given, which is its name among those who connect. */
export function nonceOf({ headers }: FastifyRequest, publicUrl: string): string | undefined {
  const name = nameOf(publicUrl)
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const nonce = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return nonce && /^[\w-]{43}$/.test(nonce) ? nonce : undefined
}

/** Gives the browser its nonce, or the one that it has for longer: several may be connecting in it. */
export function giveNonce(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const nonce = nonceOf(request, publicUrl) ?? randomBytes(32).toString('base64url')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    // Lax: the provider's redirect comes from another site.
    `${nameOf(publicUrl)}=${nonce}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimeSeconds}${secure}`,
  )
  return nonce
}

export const hashSecret = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether somebody may have sent the person here: a browser that opens a document says which page
 * led to it. That is to be the one that asked to connect and, because what asks says itself who it
 * is, one of our site or one that the project knows as its own.
 */
export async function isLedHere(
  { headers }: FastifyRequest,
  {
    publicUrl,
    asking,
    isLink,
    isKnown,
  }: {
    publicUrl: string
    /** It was sent to the person: whoever looks at links on the way takes nothing up. */
    isLink: boolean
    asking: string | null
    isKnown: (origin: string) => Promise<boolean>
  },
): Promise<boolean> {
  const from = URL.parse(headers.referer ?? '')?.origin
  const isOurs = from !== undefined && from === URL.parse(publicUrl)?.origin
  if (isLink) return !isOurs
  if (!opensDocument(headers)) return false
  if (from === undefined) return true
  if (isOurs) return false
  if (from !== URL.parse(asking ?? '')?.origin) return true
  return headers['sec-fetch-site'] !== 'same-site' && !(await isKnown(from))
}

/** Browsers without `Sec-Fetch-…`, as over plain http, ask for a page when they open one; programs rarely do. */
function opensDocument({ accept, 'sec-fetch-dest': dest }: IncomingHttpHeaders): boolean {
  return dest === undefined ? accept?.includes('text/html') === true : dest === 'document'
}
