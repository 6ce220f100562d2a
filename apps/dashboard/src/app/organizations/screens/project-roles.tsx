import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { words } from '../../ui/format.ts'
import { isOwnKey } from '../../own-keys.ts'
import { useOrganization } from '../use-organization.ts'

const roleHints: Record<Schemas['ProjectRole'], string> = {
  viewer: 'views configuration and activity, no records',
  developer: 'deploys integrations, views records',
  operator: 'manages installations and connections, views records',
  admin: 'full access',
}

interface ProjectRolesProps {
  orgId: string
  builderId: string
  name: string
  onClose: () => void
}

/** Chooses the projects that a limited member sees, and the role in each. */
export function ProjectRoles({ orgId, builderId, name, onClose }: ProjectRolesProps) {
  const { projects, queries, actions, refresh } = useOrganization(orgId)
  const { data: membership } = useQuery(queries.membership(builderId))
  const save = useAction(
    (form: FormData) => {
      const chosen = projects.flatMap(({ id }) => {
        const role = String(form.get(id))
        return isOwnKey(roleHints, role) ? [[id, role] as const] : []
      })
      return actions.setProjectRoles(builderId, Object.fromEntries(chosen))
    },
    async () => {
      await refresh()
      onClose()
    },
  )
  if (!membership) return null

  return (
    <FormDialog title={`Projects of ${name}`} doIt="Save" action={save} onClose={onClose}>
      {projects.map((project) => (
        <div key={project.id} className="field">
          <label htmlFor={project.id}>{project.name}</label>
          <select
            id={project.id}
            name={project.id}
            defaultValue={membership.projectRoles?.[project.id] ?? ''}
          >
            <option value="">No access</option>
            {Object.entries(roleHints).map(([role, hint]) => (
              <option key={role} value={role}>{`${words(role)}: ${hint}`}</option>
            ))}
          </select>
        </div>
      ))}
    </FormDialog>
  )
}
