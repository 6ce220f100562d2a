import { takesProviderApp } from '../takes-provider-app.ts'
import { useState } from 'react'
import { getNeededScopes, type Query, type Schemas } from '@platform/client'
import { catalogueEntryQuery, catalogueQuery } from '../../providers/queries.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { useList, useQuery } from '../../api/use-query.ts'
import { useAction } from '../../api/use-action.ts'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { ProviderPicker } from './provider-picker.tsx'
import { RedirectUri } from '../redirect-uri.tsx'

interface ProviderAppFormProps {
  /** The app to edit; a new one is added if unset. */
  app: Schemas['ProviderApp'] | undefined
  /** Provider of the new app, by name; empty if it is still to be picked. */
  provider: string
  onSaved: () => Promise<void>
  onClose: () => void
}

const noProvider: Query<undefined> = {
  key: ['provider', ''],
  fetch: () => Promise.resolve(undefined),
}

export function ProviderAppForm({ app, provider, onSaved, onClose }: ProviderAppFormProps) {
  const { actions, queries } = useProject()
  const { client } = useDashboard()
  const { data: providers = {} } = useQuery(catalogueQuery(client))
  const { data: integrations } = useList(queries.integrations(), { atFirst: 200 })
  const takingApps = Object.values(providers).filter(takesProviderApp)
  const [picked, setChosen] = useState<Schemas['ProviderInfo']>()
  const chosen = app ? providers[app.provider] : (picked ?? providers[provider])
  const { data: known } = useQuery(chosen ? catalogueEntryQuery(client, chosen.name) : noProvider)
  const suggested =
    known && known.scopes?.grantedBy !== 'app'
      ? getNeededScopes(known, integrations ?? []).scopes
      : []
  const params = known?.providerAppMetadata?.providerParams ?? []
  const isKept = (name: string) => app?.providerParamNames?.includes(name) === true
  const save = useAction(
    (form: FormData) => {
      const text = (name: string) => String(form.get(name)).trim()
      const clientSecret = text('clientSecret')
      const entered = params
        .map(({ name }) => [name, text(`param ${name}`)] as const)
        .filter(([, value]) => value !== '')
      const fields = {
        ...(entered.length > 0 && {
          metadata: { ...app?.metadata, providerParams: Object.fromEntries(entered) },
        }),
        clientId: text('clientId'),
        scopes: text('scopes')
          .split(/[\s,]+/)
          .filter(Boolean),
      }
      if (app) {
        return actions.updateProviderApp(app.id, {
          ...fields,
          ...(clientSecret && { clientSecret }),
        })
      }
      const externalRef = text('externalRef')
      return actions.createProviderApp({
        ...fields,
        provider: text('provider'),
        clientSecret,
        ...(externalRef && { externalRef }),
      })
    },
    async () => {
      await onSaved()
      onClose()
    },
  )

  return (
    <FormDialog
      title={app ? 'Edit provider app' : 'Add provider app'}
      doIt={app ? 'Save' : 'Add'}
      action={save}
      onClose={onClose}
    >
      <RedirectUri provider={chosen} />
      {!app && <ProviderPicker providers={takingApps} chosen={chosen?.name} onChoose={setChosen} />}
      <TextField
        label="Client ID"
        name="clientId"
        required
        autoComplete="off"
        defaultValue={app?.clientId}
      />
      <TextField
        label="Client secret"
        name="clientSecret"
        type="password"
        autoComplete="off"
        required={!app}
        hint={
          app
            ? 'Leave empty to keep the current secret.'
            : 'Stored encrypted and never shown again.'
        }
      />
      <TextField
        label="Scopes"
        name="scopes"
        // Filled in again for another provider, and once the integrations are known.
        key={app ? app.id : `${chosen?.name} ${suggested.join(' ')}`}
        defaultValue={(app?.scopes ?? suggested).join(' ')}
        required={chosen?.oauth2Opts?.explicitScopesRequired ?? false}
        hint={
          chosen?.oauth2Opts?.explicitScopesRequired
            ? 'Separate with spaces. This provider requires at least one scope.'
            : 'Separate with spaces. Leave empty for the default scopes of the provider.'
        }
      />
      {params.map(({ name, displayName = name, prompt }) => (
        <TextField
          key={`${app?.id} ${chosen?.name} ${name}`}
          label={displayName}
          name={`param ${name}`}
          type="password"
          autoComplete="off"
          hint={[
            prompt && `${prompt}.`,
            isKept(name) &&
              (params.length > 1
                ? 'Leave this and the other values empty to keep the current ones.'
                : 'Leave empty to keep the current value.'),
          ]
            .filter(Boolean)
            .join(' ')}
        />
      ))}
      {!app && (
        <TextField
          label="Reference"
          name="externalRef"
          hint="Distinguishes several apps for the same provider."
        />
      )}
    </FormDialog>
  )
}
