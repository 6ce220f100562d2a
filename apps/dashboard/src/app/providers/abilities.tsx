import type { Schemas } from '@platform/client'
import { Badge } from '../ui/badge.tsx'
import { words } from '../ui/format.ts'

type Provider = Schemas['ProviderInfo']
export type Ability = Exclude<keyof Schemas['Proofs'], 'readByPath'>
type Proof = Schemas['Evidence']['level']

export const abilities: readonly Ability[] = [
  'read',
  'write',
  'delete',
  'search',
  'subscribe',
  'customFields',
]

/** How customers sign in, in words. */
export const authTypeNames: Record<Provider['authType'], string> = {
  oauth2: 'OAuth 2',
  apiKey: 'API key',
  basic: 'Username and password',
  jwt: 'JWT',
  custom: 'Custom scheme',
  none: 'None',
}

/** Reports whether this server supports the capability for the provider. */
export function can({ support }: Provider, ability: Ability): boolean {
  return ability === 'search' ? support.search.operators.equals : (support[ability] ?? false)
}

/** Reports whether the proxy supports at least one of its modules. */
export function passesCalls({ support, modules = {} }: Provider): boolean {
  return [support, ...Object.values(modules).map((module) => module.support)].some(
    ({ proxy }) => proxy,
  )
}

/** From the weakest to the strongest. */
export const evidenceLevels = ['stand-in', 'samples', 'spec', 'live'] as const

/** Shows that the levels were determined before the operator changed the URLs. */
export const OverriddenNote = ({ of: { proof = {}, urlsOverridden } }: { of: Provider }) =>
  urlsOverridden && abilities.some((one) => (proof[one] ?? 'stand-in') !== 'stand-in') ? (
    <p className="hint">Verified for the shipped entry. This server overrides its URLs.</p>
  ) : null

export const evidenceWords: Record<Proof, string> = {
  'stand-in': 'Not verified',
  samples: 'Sample replies',
  spec: 'Specification',
  live: 'Tested with the provider',
}

/** Shows the level of verification. Only independent evidence is green. */
export const EvidenceBadge = ({ level }: { level: Proof }) => (
  <Badge tone={level === 'stand-in' ? 'neutral' : 'good'}>{evidenceWords[level]}</Badge>
)

/** Shows the capabilities of a provider with their level of verification. */
export function AbilityBadges({ of }: { of: Provider }) {
  const those = abilities.filter((ability) => can(of, ability))
  return (
    <span className="badges">
      {those.map((ability) => {
        const proof = of.proof?.[ability]
        return (
          <Badge key={ability} tone={proof && proof !== 'stand-in' ? 'good' : 'neutral'}>
            {words(ability)}
            {proof && <span className="visually-hidden">, {evidenceWords[proof]}</span>}
          </Badge>
        )
      })}
      {those.length === 0 && (
        <span className="muted">{passesCalls(of) ? 'Proxy only' : 'Connect only'}</span>
      )}
    </span>
  )
}
