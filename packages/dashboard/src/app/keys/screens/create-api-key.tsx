import { useState } from 'react'
import { capabilityWords, type Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useList } from '../../api/use-query.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { OriginsField, parseOrigins } from '../../ui/origins-field.tsx'
import { keyOriginsHint } from './bind-key.tsx'

export interface CreateApiKeyProps {
  onClose: () => void
  onCreate: (key: Schemas['ApiKey']) => unknown
}

const scopes = [
  { scope: 'full', title: 'Full', hint: 'For your servers. Full access to the project.' },
  { scope: 'limited', title: 'Limited', hint: 'Only the capabilities that you select.' },
  { scope: 'frontend', title: 'UI library', hint: 'For your front end. No access to secrets.' },
] as const
type Scope = (typeof scopes)[number]['scope']

const capabilities = Object.keys(capabilityWords) as (keyof typeof capabilityWords)[]

const isIn = (form: FormData, field: string) => (value: string) =>
  form.getAll(field).includes(value)

const lines = (form: FormData, field: string): string[] =>
  String(form.get(field) ?? '')
    .split(/\s+/)
    .filter((line) => line !== '')

const sentenceOf = (phrase: string) => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`

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
  children,
}: {
  legend: string
  name: string
  hint: string
  children: Choice[]
}) {
  return (
    <fieldset className="stack" data-gap="small">
      <legend>{legend}</legend>
      <p className="hint">{hint}</p>
      <div className="choices">
        {children.map(({ value, title, about }) => (
          <label key={value}>
            <input type="checkbox" name={name} value={value} />
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

const dayMs = 24 * 3600 * 1000

export function CreateApiKey({ onClose, onCreate }: CreateApiKeyProps) {
  const { actions, queries } = useProject()
  const { data: integrations } = useList(queries.integrations())
  const [chosen, setChosen] = useState<Scope>('full')
  const create = useAction((form: FormData) => {
    const days = Number(form.get('days'))
    return actions.createApiKey({
      label: String(form.get('label')),
      scopes: chosen === 'limited' ? capabilities.filter(isIn(form, 'scopes')) : [chosen],
      allowedOrigins: parseOrigins(form),
      allowedNetworks: lines(form, 'allowedNetworks'),
      ...(form.has('integrationIds') && {
        integrationIds: form.getAll('integrationIds').map(String),
      }),
      ...(days && { expireTime: new Date(Date.now() + days * dayMs).toISOString() }),
    })
  }, onCreate)

  return (
    <FormDialog title="Create API key" doIt="Create" action={create} onClose={onClose}>
      <TextField
        label="Label"
        name="label"
        required
        maxLength={255}
        hint="What the key is used for."
      />
      <fieldset className="stack" data-gap="small">
        <legend>Scope</legend>
        {scopes.map(({ scope, title, hint }) => (
          <label key={scope} className="choice">
            <input
              type="radio"
              name="scope"
              checked={scope === chosen}
              onChange={() => setChosen(scope)}
            />
            <span>
              {title}
              <span className="sub">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen === 'frontend' && <OriginsField hint={keyOriginsHint} />}
      {chosen === 'limited' && (
        <Choices legend="Capabilities" name="scopes" hint="Select at least one.">
          {capabilities.map((name) => ({
            value: name,
            title: name,
            about: sentenceOf(capabilityWords[name]),
          }))}
        </Choices>
      )}
      {chosen !== 'frontend' && integrations && integrations.length > 1 && (
        <Choices
          legend="Integrations"
          name="integrationIds"
          hint="If none is selected, all. Otherwise operations on the whole project are rejected."
        >
          {integrations.map(({ id, name }) => ({ value: id, title: name }))}
        </Choices>
      )}
      <TextArea
        label="Networks"
        name="allowedNetworks"
        rows={2}
        placeholder="192.0.2.0/24"
        spellCheck={false}
        autoCapitalize="off"
        hint="One per line. Networks from which the key is accepted. If empty, from anywhere."
      />
      <div className="field">
        <label htmlFor="days">Expires</label>
        <select id="days" name="days" defaultValue="0">
          <option value="0">Never</option>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In a year</option>
        </select>
      </div>
    </FormDialog>
  )
}

export interface NewKeyProps {
  apiKey: Schemas['ApiKey']
  onDone: () => void
}

/** Shows the new key, which cannot be read later. */
export function NewKey({ apiKey: { label, key }, onDone }: NewKeyProps) {
  return (
    <div className="notice" data-tone="good" aria-live="polite">
      <div className="notice-text">
        <p className="strong">Secret key of “{label}”</p>
        <p>Copy the key now. It is not shown again.</p>
        {key && <CopyableId what="key">{key}</CopyableId>}
        <div className="notice-foot">
          <Button onClick={onDone}>I copied the key</Button>
        </div>
      </div>
    </div>
  )
}
