import type { CatalogueEntry } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /**
     * Emitted when a connection switches to another account: data read from the previous account no
     * longer applies.
     */
    'connection-changed-account': { projectId: ProjectId; connectionId: ConnectionId }
  }
}

/**
 * The connected account and the account that the end user signed in to, by the provider's names.
 */
export interface AccountChange {
  connected: string
  signedIn: string
}

/**
 * The end user signed in to another account than the connected one, and switching was not allowed.
 */
export class OtherAccountError extends Error {
  /** Both names, if the provider reports them. */
  readonly accounts: AccountChange | undefined

  constructor(message: string, accounts?: AccountChange) {
    super(message)
    this.accounts = accounts
  }
}

interface ConnectedAccount {
  providerWorkspaceRef: string | null
  providerConsumerRef: string | null
}

/** Returns both names if the accounts differ; undefined if that is unknown. */
export function changeOfAccount(
  entry: CatalogueEntry,
  before: ConnectedAccount,
  after: ConnectedAccount,
): AccountChange | undefined {
  const [connected, signedIn] = [findAccount(entry, before), findAccount(entry, after)]
  if (!connected || !signedIn || connected === signedIn) return undefined
  const [was, is] = [before.providerWorkspaceRef, after.providerWorkspaceRef]
  return was && is && was !== is ? { connected: was, signedIn: is } : { connected, signedIn }
}

export function otherAccount({ info }: CatalogueEntry, accounts: AccountChange): OtherAccountError {
  const { connected, signedIn } = accounts
  return new OtherAccountError(
    `Your connection uses the account ${connected} at ${info.displayName ?? info.name}, and you signed in to ${signedIn}. Sign in to the previous account, or ask the app to change the account.`,
    accounts,
  )
}

/**
 * Returns the account that tokens belong to: an organization, portal or workspace, not a person.
 */
function findAccount({ info, oauth2 }: CatalogueEntry, refs: ConnectedAccount): string | undefined {
  const { account } = oauth2 ?? {}
  if (account) return account.pattern.exec(refs[account.in] ?? '')?.[1]
  // A URL is an address of the account, which may change, or of its API.
  const { workspaceRefField } = info.oauth2Opts?.tokenMetadataFields ?? {}
  const isAddress = /url|domain/i.test(workspaceRefField ?? '')
  return isAddress ? undefined : (refs.providerWorkspaceRef ?? undefined)
}
