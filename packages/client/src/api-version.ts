import type { Schemas } from './schemas.ts'

const dayMs = 86_400_000

/** Days before the end of an API version from which on it is reported. */
const noticeDays = 90

/**
 * Reports an API version of a provider that is near or past its end, identically everywhere; undefined
 * if it is not, or no end is known.
 */
export function apiVersionNotice(
  { apiVersion, supportedUntil }: Pick<Schemas['ProviderInfo'], 'apiVersion' | 'supportedUntil'>,
  now: number = Date.now(),
): { tone: 'warning' | 'bad'; text: string } | undefined {
  if (supportedUntil === undefined) return undefined
  const version = apiVersion === undefined ? 'the API version' : `API version ${apiVersion}`
  const end = Date.parse(supportedUntil) + dayMs
  if (now >= end) {
    return {
      tone: 'bad',
      text: `The provider has not supported ${version} since ${supportedUntil}. Update the platform, or the provider file.`,
    }
  }
  if (now < end - noticeDays * dayMs) return undefined
  return {
    tone: 'warning',
    text: `The provider supports ${version} until ${supportedUntil}. Update the platform, or the provider file.`,
  }
}
