import { resolveTxt } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import type { ClaimedDomain, OrgId } from '@platform/contract'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { getEmailDomain, type Member } from './memberships.ts'
import { publicMailboxDomains } from './public-mailbox-domains.ts'
import { toClaimedDomain } from './records.ts'
import * as store from './store.ts'
import { getFirst } from '@platform/kernel/values'

declare module '@platform/kernel/domain' {
  interface DomainInputs {
    /** Looks up the TXT records of a domain; by DNS if unset. */
    findTxt?: FindTxt
  }
}

/** Returns the TXT records of a domain; none if it does not exist. */
export type FindTxt = (domain: string) => Promise<string[]>

export const findTxtByDns: FindTxt = (domain) =>
  resolveTxt(domain).then(
    (records) => records.map((chunks) => chunks.join('')),
    // A DNS failure proves nothing; the claim can be repeated.
    () => [],
  )

interface Claim {
  text: string
  orgId: OrgId
  caller: Member
}

/**
 * Checks the proof that the domain belongs to the organization: the owner's own verified email
 * address in it, or a DNS TXT record. Public mailbox domains cannot be claimed.
 */
export async function mustProveDomain(
  { text, orgId, caller }: Claim,
  findTxt: FindTxt,
): Promise<void> {
  const domain = parseDomain(text)
  if (publicMailboxDomains.has(domain)) {
    throw invalidDomain(text, `${domain} is a public mailbox provider and cannot be claimed.`)
  }
  if (!(await isProven(domain, orgId, caller, findTxt))) {
    const detail = `Verify an email address at ${domain}, or add the DNS TXT record ${proof(orgId)}.`
    throw new Problem('domain-not-proven', {
      detail,
      issues: [{ in: 'body', name: 'domain', value: domain, detail }],
    })
  }
}

/**
 * Claims a proven domain for an organization: people with a verified email address in it may then
 * join.
 */
export async function claimDomain(
  db: AcrossTenants,
  { text, orgId }: Pick<Claim, 'text' | 'orgId'>,
): Promise<ClaimedDomain> {
  const domain = parseDomain(text)
  const claimed = await store.insertClaimedDomain(db, { orgId, domain })
  if (claimed) return toClaimedDomain(claimed)

  const existing = await store.findClaimedDomain(db, domain)
  if (existing?.orgId === orgId) return toClaimedDomain(existing)
  const detail = `${domain} is claimed by another organization.`
  throw new Problem('domain-claimed', {
    detail,
    issues: [{ in: 'body', name: 'domain', value: domain, detail }],
  })
}

/**
 * Returns the owner of a claimed domain; visible to members of the organization and people with an
 * address there.
 */
export async function checkClaimedDomain(
  db: AcrossTenants,
  { text, caller, orgIds }: { text: string; caller: Member; orgIds: OrgId[] },
): Promise<ClaimedDomain> {
  const domain = parseDomain(text)
  const claimed = await store.findClaimedDomain(db, domain)
  const isTheirs = caller.emailVerified && getEmailDomain(caller.email) === domain
  if (!claimed || (!isTheirs && !orgIds.includes(claimed.orgId))) {
    throw new Problem('domain-not-found', { detail: `${domain} is not claimed.` })
  }
  return toClaimedDomain(claimed)
}

/** `https://www.Acme.test/about`, `ana@acme.test` and `acme.test` all mean `acme.test`. */
function parseDomain(text: string): string {
  const host = getFirst(
    text
      .trim()
      .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
      .split(/[/?#]/, 1),
  )
    .split('@')
    .at(-1)!
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
  const domain = domainToASCII(host.toLowerCase()).replace(/^www\./, '')
  if (domain.length <= 253 && domainName.test(domain)) return domain
  throw invalidDomain(text, 'The value is not a domain, an email address or a URL.')
}

const domainName = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

const isProven = async (domain: string, orgId: OrgId, caller: Member, findTxt: FindTxt) =>
  (caller.emailVerified && getEmailDomain(caller.email) === domain) ||
  (await findTxt(domain)).includes(proof(orgId))

const proof = (orgId: OrgId) => `platform-domain-claim=${orgId}`

const invalidDomain = (value: string, detail: string) =>
  invalidInput({ in: 'body', name: 'domain', value, detail })
