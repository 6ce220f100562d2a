import type { Schemas } from '@platform/client'
import { myInfo } from '../../account/queries.ts'
import { pathTo } from '../../routes.ts'
import { useDashboard } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { requestProject } from '../actions.ts'
import { navigate } from '../../router.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'

interface CreateProjectProps {
  /** Organizations in which the person may create projects. */
  orgs: Schemas['Org'][]
  onClose: () => void
}

export function CreateProject({ orgs, onClose }: CreateProjectProps) {
  const { client, store } = useDashboard()
  const create = useAction(
    (form: FormData) =>
      requestProject(client, {
        name: String(form.get('name')),
        appName: String(form.get('appName')),
        orgId: String(form.get('orgId') ?? orgs[0]!.id),
      }),
    async ({ name }) => {
      await Promise.all([store.invalidate(['projects']), store.invalidate(myInfo(client).key)])
      navigate(pathTo('project', { project: name }))
    },
  )
  return (
    <FormDialog title="Create project" doIt="Create" action={create} onClose={onClose}>
      <TextField
        label="App name"
        name="appName"
        hint="Shown to your customers when they connect."
        required
        maxLength={128}
      />
      <TextField
        label="Project name"
        name="name"
        hint="Letters, digits and dashes. Used in URLs and API requests."
        required
        minLength={2}
        maxLength={128}
        pattern="[a-zA-Z0-9][a-zA-Z0-9\-]*[a-zA-Z0-9]"
      />
      {orgs.length > 1 && (
        <div className="field">
          <label htmlFor="orgId">Organization</label>
          <select id="orgId" name="orgId">
            {orgs.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
    </FormDialog>
  )
}
