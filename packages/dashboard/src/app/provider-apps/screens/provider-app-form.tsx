import type { Schemas } from '@platform/client'
import { catalogue } from '../../providers/queries.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { useAction } from '../../api/use-action.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RedirectUri } from './redirect-uri.tsx'

interface ProviderAppFormProps {
  /** The one that is changed; without it a new one is added. */
  app: Schemas['ProviderApp'] | undefined
  onSaved: () => Promise<void>
  onClose: () => void
}

export function ProviderAppForm({ app, onSaved, onClose }: ProviderAppFormProps) {
  const { actions } = useProject()
  const { client } = useDashboard()
  const { data: providers = {} } = useQuery(catalogue(client))
  const signedInto = Object.values(providers).filter(({ oauth2Opts }) =>
    oauth2Opts?.grantType.startsWith('authorizationCode'),
  )
  const save = useAction(
    (form: FormData) => {
      const text = (name: string) => String(form.get(name)).trim()
      const clientSecret = text('clientSecret')
      const fields = {
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
      title={app ? 'Change the app' : 'Add an app'}
      doIt={app ? 'Save' : 'Add'}
      action={save}
      onClose={onClose}
    >
      <RedirectUri />
      {!app && (
        <>
          <TextField
            label="Provider"
            name="provider"
            required
            autoCapitalize="none"
            autoComplete="off"
            list="providers"
            hint="Type to search the catalogue."
          />
          <datalist id="providers">
            {signedInto.map(({ name, displayName }) => (
              <option key={name} value={name}>
                {displayName ?? name}
              </option>
            ))}
          </datalist>
        </>
      )}
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
          app ? 'Leave it empty to keep the one there is.' : 'It is stored sealed, and never shown.'
        }
      />
      <TextField
        label="Scopes"
        name="scopes"
        defaultValue={app?.scopes?.join(' ')}
        hint="With spaces between them. Leave it empty for those of the catalogue."
      />
      {!app && (
        <TextField
          label="Reference"
          name="externalRef"
          hint="Only to tell several apps of one provider apart."
        />
      )}
    </FormDialog>
  )
}
