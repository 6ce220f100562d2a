import { hash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const lifetimeSeconds = 3600

/**
 * The `__Host-` prefix prevents other hosts and plain HTTP from setting the cookie; browsers
 * require HTTPS for it.
 */
const getCookieName = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-platform-browser' : 'platform-browser'

/** Returns the nonce cookie that identifies this browser among connecting ones. */
export function readNonce({ headers }: FastifyRequest, publicUrl: string): string | undefined {
  const name = getCookieName(publicUrl)
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const nonce = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return nonce && /^[\w-]{43}$/.test(nonce) ? nonce : undefined
}

/**
 * Sets the nonce cookie of the browser, or extends the existing one: several flows may be open in
 * it.
 */
export function giveNonce(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const nonce = readNonce(request, publicUrl) ?? randomBytes(32).toString('base64url')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    // Lax: the provider's redirect comes from another site.
    `${getCookieName(publicUrl)}=${nonce}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimeSeconds}${secure}`,
  )
  return nonce
}

export const hashSecret = (text: string): Buffer => hash('sha256', text, 'buffer')

/**
 * Reports whether a third party may have sent the person here. The page that led here, as reported
 * by the browser, must be the one that asked to connect; because callers choose that value
 * themselves, it must also be of this site or a known origin of the project.
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
    /** Sent as a link to the person. Link scanners must not consume it. */
    isLink: boolean
    asking: string | null
    isKnown: (origin: string) => Promise<boolean>
  },
): Promise<boolean> {
  const from = URL.parse(headers.referer ?? '')?.origin
  // Not by `Sec-Fetch-Site`: a page of the platform may contain links of tenants, which send no referrer.
  const isOurs = from !== undefined && from === URL.parse(publicUrl)?.origin
  if (isLink) return !isOurs
  if (!opensDocument(headers)) return false
  if (from === undefined) return true
  if (isOurs) return false
  if (from !== URL.parse(asking ?? '')?.origin) return true
  return headers['sec-fetch-site'] !== 'same-site' && !(await isKnown(from))
}

/** Reports whether a person opens the page in a browser, from another page than the platform's. */
export const isOpenedFromOutside = (
  { headers }: FastifyRequest,
  { publicUrl }: { publicUrl: string },
): boolean =>
  opensDocument(headers) &&
  URL.parse(headers.referer ?? '')?.origin !== URL.parse(publicUrl)?.origin

/**
 * Browsers without `Sec-Fetch-…`, as over plain HTTP, accept HTML when they open a page; programs
 * rarely do.
 */
function opensDocument({ accept, 'sec-fetch-dest': dest }: IncomingHttpHeaders): boolean {
  return dest === undefined ? accept?.includes('text/html') === true : dest === 'document'
}
