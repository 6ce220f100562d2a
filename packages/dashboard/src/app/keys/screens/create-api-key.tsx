import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { OriginsField, parseOrigins } from '../../ui/origins-field.tsx'
import { keyOriginsHint } from './bind-key.tsx'

export interface CreateApiKeyProps {
  onClose: () => void
  onCreate: (key: Schemas['ApiKey']) => unknown
}

const scopes = [
  { scope: 'full', title: 'Full', hint: 'For your servers. Full access to the project.' },
  { scope: 'frontend', title: 'UI library', hint: 'For your front end. No access to secrets.' },
] as const
type Scope = (typeof scopes)[number]['scope']

const dayMs = 24 * 3600 * 1000

export function CreateApiKey({ onClose, onCreate }: CreateApiKeyProps) {
  const { actions } = useProject()
  const [chosen, setChosen] = useState<Scope>('full')
  const create = useAction((form: FormData) => {
    const days = Number(form.get('days'))
    return actions.createApiKey({
      label: String(form.get('label')),
      scopes: [chosen],
      allowedOrigins: parseOrigins(form),
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

/** The only time that a key can be read. */
export function NewKey({ apiKey: { label, key }, onDone }: NewKeyProps) {
  return (
    <div className="notice" data-tone="good" aria-live="polite">
      <div className="notice-text">
        <p className="strong">The key “{label}” was created</p>
        <p>Copy the key now. It is not shown again.</p>
        {key && <CopyableId what="key">{key}</CopyableId>}
        <div className="notice-foot">
          <Button onClick={onDone}>I copied the key</Button>
        </div>
      </div>
    </div>
  )
}
