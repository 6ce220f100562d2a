import type { CatalogueEntry } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'

declare module '../../jobs/enqueue.ts' {
  interface Jobs {
    /** A connection is another account's now: what was read of the one before says nothing of it. */
    'connection-changed-account': { projectId: ProjectId; connectionId: ConnectionId }
  }
}

/** The end user signed in to another account than the connected one, and nobody had asked for that. */
export class OtherAccountError extends Error {}

interface Told {
  providerWorkspaceRef: string | null
  providerConsumerRef: string | null
}

/** What the two are called when they are different accounts; undefined when that is not known. */
export function changeOfAccount(
  entry: CatalogueEntry,
  before: Told,
  after: Told,
): string | undefined {
  const [connected, signedIn] = [accountOf(entry, before), accountOf(entry, after)]
  if (!connected || !signedIn || connected === signedIn) return undefined
  const label = entry.info.displayName ?? entry.info.name
  const [was, is] =
    before.providerWorkspaceRef && before.providerWorkspaceRef !== after.providerWorkspaceRef
      ? [before.providerWorkspaceRef, after.providerWorkspaceRef]
      : [connected, signedIn]
  return `You were connected to ${was} at ${label}; this is ${is}. Sign in to the account of before, or ask the app to change the account.`
}

/** The account that tokens are for: an organization, portal or workspace, not a person. */
function accountOf({ info, oauth2 }: CatalogueEntry, told: Told): string | undefined {
  const { account } = oauth2 ?? {}
  if (account) return account.pattern.exec(told[account.in] ?? '')?.[1]
  // An address says where an account is, which may move, or which API it uses.
  const { workspaceRefField } = info.oauth2Opts?.tokenMetadataFields ?? {}
  const isAddress = /url|domain/i.test(workspaceRefField ?? '')
  return isAddress ? undefined : (told.providerWorkspaceRef ?? undefined)
}
