import type { ProjectId } from '@platform/contract'
import { type Caller, isInBrowser } from '@platform/kernel/access'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { clientAddress } from '@platform/kernel/http/client-address'
import { rateLimiter } from '@platform/kernel/http/rate-limit'

/** Enough for typing mistakes and for offices behind one address. */
const windowSeconds = 600
const maxPerGroup = 10
const maxPerAddress = 40

/** The caller and provider that are counted. */
interface Asked {
  projectId: ProjectId
  provider: string
  groupRef: string
}

export interface Guesses {
  /** Counts an attempt; throws after too many. */
  take(caller: Caller, request: { ip: string }, asked: Asked): void
}

/**
 * Limits how often credentials are tested with a provider before they are saved, so that nobody can
 * use it to guess valid credentials. Counted per group and, for keys that can name any group, per
 * browser address.
 */
export function limitGuesses(db: AcrossTenants): Guesses {
  const limit = (requests: number) =>
    rateLimiter(db, { requests, windowSeconds, counted: 'trials of credentials' })
  const ofGroup = limit(maxPerGroup)
  const ofAddress = limit(maxPerAddress)
  return {
    take(caller, { ip }, { projectId, provider, groupRef }) {
      ofGroup.take(`credentials ${projectId} ${provider} ${groupRef}`)
      if (isInBrowser(caller)) ofAddress.take(`credentials ${projectId} from ${clientAddress(ip)}`)
    },
  }
}
