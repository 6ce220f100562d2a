import type { ProjectId } from '@platform/contract'
import type { Caller } from '../../access/caller.ts'
import type { AcrossTenants } from '../../db/database.ts'
import { clientAddress } from '../../http/client-address.ts'
import { rateLimiter } from '../../http/rate-limit.ts'

/** Enough for who mistypes, and for offices behind one address. */
const windowSeconds = 600
const mostOfGroup = 10
const mostOfAddress = 40

/** For whom which provider is asked. */
interface Asked {
  projectId: ProjectId
  provider: string
  groupRef: string
}

export interface Guesses {
  /** Counts a trial; throws where there have been too many. */
  take(caller: Caller, request: { ip: string }, asked: Asked): void
}

/**
 * Bounds how often credentials are tried at a provider before they are saved, so that nobody finds out
 * by it which of many a provider takes: for a group, and from a browser's address, where the same key
 * may name any group.
 */
export function limitGuesses(db: AcrossTenants): Guesses {
  const limit = (requests: number) =>
    rateLimiter(db, { requests, windowSeconds, counted: 'trials of credentials' })
  const ofGroup = limit(mostOfGroup)
  const ofAddress = limit(mostOfAddress)
  return {
    take(caller, { ip }, { projectId, provider, groupRef }) {
      ofGroup.take(`credentials ${projectId} ${provider} ${groupRef}`)
      if (isInBrowser(caller)) ofAddress.take(`credentials ${projectId} from ${clientAddress(ip)}`)
    },
  }
}

const isInBrowser = ({ kind }: Caller) => kind === 'consumer' || kind === 'frontend'
