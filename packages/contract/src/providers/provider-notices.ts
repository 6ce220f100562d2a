/**
 * Notices of changes. This file is also part of the published client, so its types are its own and it
 * imports nothing.
 */

const dayMs = 86_400_000

/** Days before a change from which on it is reported. */
const noticeDays = 90

/** Days after a change during which it is reported. */
const reportedDays = 60

export interface ProviderNotice {
  tone: 'warning' | 'bad'
  text: string
}

interface Dated {
  apiVersion?: string | undefined
  supportedUntil?: string | undefined
  changes?:
    | readonly { from: string; what: string; objects?: readonly string[] | undefined }[]
    | undefined
}

/**
 * Lists what the provider changes soon or has just changed, identically everywhere: the end of the
 * API version, and dated changes from 90 days before to 60 days after their day. `objects` limits
 * changes of single objects to those in use.
 */
export function listProviderNotices(
  provider: Dated,
  { now = Date.now(), objects }: { now?: number; objects?: readonly string[] } = {},
): ProviderNotice[] {
  const version = getVersionNotice(provider, now)
  const concerned = (provider.changes ?? []).filter(
    (change) =>
      !change.objects || !objects || change.objects.some((object) => objects.includes(object)),
  )
  return [
    ...(version ? [version] : []),
    ...concerned.flatMap(({ from, what }): ProviderNotice[] => {
      const start = Date.parse(from)
      if (now < start - noticeDays * dayMs || now >= start + reportedDays * dayMs) return []
      return [
        now < start
          ? { tone: 'warning', text: `From ${from}: ${what}` }
          : { tone: 'bad', text: `Since ${from}: ${what}` },
      ]
    }),
  ]
}

function getVersionNotice(
  { apiVersion, supportedUntil }: Dated,
  now: number,
): ProviderNotice | undefined {
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
