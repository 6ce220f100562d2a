import { z } from 'zod'

/** Origin of a page, as sent by browsers in `Origin`; in a pattern, `*` may replace one label. */
export const OriginPattern = z
  .string()
  .max(300)
  .superRefine((text, { addIssue }) => {
    const message = findOriginFlaw(text)
    if (message) addIssue({ code: 'custom', message })
  })
  .meta({ example: 'https://app.acme.example' })

function findOriginFlaw(text: string): string | undefined {
  if (!URL.canParse(text)) {
    return 'Not a valid origin. Use a form such as https://app.example.com or http://localhost:3000.'
  }
  const { protocol, hostname, origin } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') {
    return 'An origin must begin with https:// or http://.'
  }
  if (origin !== text) return `Browsers send this origin as ${origin}. Use that form.`
  if (!hostname.includes('*') || isWildcard(hostname)) return undefined
  return 'A * must replace the whole first label of a domain, as in https://*.example.com.'
}

/** Matches `*.example.com`, but not `*.com`. */
function isWildcard(hostname: string): boolean {
  const [first, ...rest] = hostname.split('.').filter(Boolean)
  const isOfOneOwner = rest.length > 1 || rest[0] === 'localhost'
  return first === '*' && isOfOneOwner && !rest.some((label) => label.includes('*'))
}

/** Origins of pages, as listed by a key or project. */
export const OriginPatterns = z.array(OriginPattern).max(50)
