import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { myInfo } from '../../account/queries.ts'
import { pathTo } from '../../routes.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { navigate } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Section } from '../../ui/page.tsx'

/** Deletes the project with everything in it; for owners of the organization. */
export function DeleteProject({ project }: { project: Schemas['Project'] }) {
  const { client, store } = useDashboard()
  const { actions } = useProject()
  const { data: me } = useQuery(myInfo(client))
  const [isOpen, setIsOpen] = useState(false)
  const remove = useAction(
    (form: FormData) => actions.deleteProject(form.get('force') === 'on'),
    async () => {
      navigate(pathTo('projects'), { replace: true })
      await Promise.all([store.invalidate(['projects']), store.invalidate(['my-info'])])
    },
  )
  if (me?.projectRoles[project.id]?.role !== 'owner') return null

  return (
    <Section title="Delete project">
      <div className="row">
        <Button onClick={() => setIsOpen(true)}>Delete project…</Button>
      </div>
      {isOpen && (
        <FormDialog
          title={`Delete “${project.name}”?`}
          doIt="Delete permanently"
          action={remove}
          onClose={() => setIsOpen(false)}
        >
          <p>
            Its keys, integrations, connections, destinations and all recorded data are deleted.
            This cannot be undone.
          </p>
          <label className="choice">
            <input type="checkbox" name="force" />
            <span>
              Delete its installations too
              <span className="sub">
                Otherwise, a project with installations cannot be deleted.
              </span>
            </span>
          </label>
          <TextField
            label={`Type ${project.name} to confirm`}
            pattern={project.name}
            autoComplete="off"
            required
          />
        </FormDialog>
      )}
    </Section>
  )
}
