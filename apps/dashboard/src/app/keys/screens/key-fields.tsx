import { useState } from 'react'
import { capabilityWords, type Schemas } from '@platform/client'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { TextArea, TextField } from '../../ui/form/field.tsx'
import { OriginsField, parseOrigins } from '../../ui/form/origins-field.tsx'

type ApiKey = Schemas['ApiKey']

/** What of a key can be chosen, besides its expiry. */
export interface KeyValues {
  label: string
  scopes: Schemas['ApiKeyScope'][]
  allowedOrigins: string[]
  /** Null: all integrations. */
  integrationIds: string[] | null
  allowedNetworks: string[]
}

const kinds = [
  { kind: 'full', title: 'Full', hint: 'For your servers. Full access to the project.' },
  { kind: 'limited', title: 'Limited', hint: 'Only the capabilities that you select.' },
  { kind: 'frontend', title: 'UI library', hint: 'For your front end. No access to secrets.' },
] as const
type Kind = (typeof kinds)[number]['kind']

const getKeyKind = ({ scopes }: Pick<ApiKey, 'scopes'>): Kind =>
  scopes.includes('full') ? 'full' : scopes.includes('frontend') ? 'frontend' : 'limited'

const capabilities = Object.keys(capabilityWords) as (keyof typeof capabilityWords)[]

const toSentence = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`

const linesIn = (form: FormData, field: string): string[] =>
  String(form.get(field) ?? '')
    .split(/\s+/)
    .filter((line) => line !== '')

/** Reads the fields of a key. */
export function readKeyValues(form: FormData): KeyValues {
  const kind = form.get('kind')
  const selected = form.getAll('scopes')
  return {
    label: String(form.get('label')),
    scopes:
      kind === 'full' || kind === 'frontend'
        ? [kind]
        : capabilities.filter((name) => selected.includes(name)),
    allowedOrigins: parseOrigins(form),
    // None selected is sent as none, which the server rejects: it must not mean all.
    integrationIds: form.has('onlyIntegrations') ? form.getAll('integrationIds').map(String) : null,
    allowedNetworks: linesIn(form, 'allowedNetworks'),
  }
}

/** The fields of a key; `of` is the one that is edited. */
export function KeyFields({ of }: { of?: ApiKey }) {
  const [kind, setKind] = useState<Kind>(of ? getKeyKind(of) : 'full')
  // A key of a front end is public: it never becomes one of a server, nor the reverse.
  const offered = kinds.filter(
    (one) => !of || (one.kind === 'frontend') === (getKeyKind(of) === 'frontend'),
  )
  return (
    <>
      <TextField
        label="Label"
        name="label"
        defaultValue={of?.label}
        required
        maxLength={255}
        hint="What the key is used for."
      />
      {offered.length > 1 ? (
        <fieldset className="stack" data-gap="small">
          <legend>Scope</legend>
          {offered.map((one) => (
            <label key={one.kind} className="choice">
              <input
                type="radio"
                name="kind"
                value={one.kind}
                checked={one.kind === kind}
                onChange={() => setKind(one.kind)}
              />
              <span>
                {one.title}
                <span className="sub">{one.hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <input type="hidden" name="kind" value={kind} />
      )}
      {kind === 'frontend' && (
        <OriginsField
          {...(of && { origins: of.allowedOrigins })}
          hint="Pages that can use this key. If empty, the origins of the project apply."
        />
      )}
      {kind === 'limited' && (
        <Choices
          legend="Capabilities"
          name="scopes"
          hint="Select at least one."
          selected={of?.scopes ?? []}
        >
          {capabilities.map((name) => ({
            value: name,
            title: name,
            about: toSentence(capabilityWords[name]),
          }))}
        </Choices>
      )}
      {kind !== 'frontend' && <IntegrationsField ids={of?.integrationIds} />}
      <TextArea
        label="Networks"
        name="allowedNetworks"
        rows={2}
        defaultValue={of?.allowedNetworks.join('\n')}
        placeholder="192.0.2.0/24"
        spellCheck={false}
        autoCapitalize="off"
        hint="One per line. Networks from which the key is accepted. If empty, from anywhere."
      />
    </>
  )
}

/** Limits a key to integrations. */
function IntegrationsField({ ids }: { ids: string[] | undefined }) {
  const { queries } = useProject()
  const { data: integrations } = useList(queries.integrations())
  const [isLimited, setIsLimited] = useState(ids !== undefined)
  if (!integrations || (integrations.length < 2 && ids === undefined)) return null

  const gone = (ids ?? []).filter((id) => !integrations.some((one) => one.id === id))
  return (
    <>
      <label className="choice">
        <input
          type="checkbox"
          name="onlyIntegrations"
          checked={isLimited}
          onChange={({ target }) => setIsLimited(target.checked)}
        />
        <span>
          Only some integrations
          <span className="sub">Operations on the whole project are rejected.</span>
        </span>
      </label>
      {isLimited && (
        <Choices
          legend="Integrations"
          name="integrationIds"
          hint="Select at least one."
          selected={ids ?? []}
        >
          {[
            ...integrations.map(({ id, name }) => ({ value: id, title: name })),
            ...gone.map((id) => ({ value: id, title: id })),
          ]}
        </Choices>
      )}
    </>
  )
}

interface Choice {
  value: string
  title: string
  about?: string
}

/** Any number of these. */
function Choices({
  legend,
  name,
  hint,
  selected,
  children,
}: {
  legend: string
  name: string
  hint: string
  selected: readonly string[]
  children: Choice[]
}) {
  return (
    <fieldset className="stack" data-gap="small">
      <legend>{legend}</legend>
      <p className="hint">{hint}</p>
      <div className="choices">
        {children.map(({ value, title, about }) => (
          <label key={value}>
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={selected.includes(value)}
            />
            <span>
              {title}
              {about && <span className="sub">{about}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Chooses when a key expires; `keep` adds what an existing key has. */
export function ExpiryField({ keep }: { keep?: string }) {
  return (
    <div className="field">
      <label htmlFor="days">Expires</label>
      <select id="days" name="days" defaultValue={keep === undefined ? '0' : 'keep'}>
        {keep !== undefined && <option value="keep">{keep}</option>}
        <option value="0">Never</option>
        <option value="30">In 30 days</option>
        <option value="90">In 90 days</option>
        <option value="365">In a year</option>
      </select>
    </div>
  )
}

const dayMs = 24 * 3600 * 1000

/** Returns the chosen expiry: null for never, undefined for an unchanged one. */
export function readExpiry(form: FormData): string | null | undefined {
  const days = form.get('days')
  if (days === 'keep') return undefined
  return Number(days) ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
}
