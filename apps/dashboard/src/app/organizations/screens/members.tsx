import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { pathTo } from '../../routes.ts'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-query.ts'
import { navigate } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { words } from '../../ui/format.ts'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import type { AssignableRole } from '../actions.ts'
import { useOrganization } from '../use-organization.ts'
import { isOwnKey } from '../../own-keys.ts'

type Builder = Schemas['Builder']

const roles: Record<AssignableRole, string> = {
  owner: 'full access',
  admin: 'manages projects, integrations and keys',
  member: 'views data and starts reads',
  limited: 'has roles in selected projects',
}

const getBuilderName = ({ primaryEmail, fullName, id }: Builder) => primaryEmail || fullName || id

export function Members({ orgId }: { orgId: string }) {
  const { me, isOwner, queries, actions, refresh } = useOrganization(orgId)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<Builder>()
  const [limiting, setLimiting] = useState<Builder>()
  const setRole = useAction(actions.setRole, refresh)
  const isMe = ({ id }: Builder) => id === me?.id

  return (
    <Section
      title="Members"
      aside={isOwner && <Button onClick={() => setIsAdding(true)}>Add builder</Button>}
    >
      {setRole.error && <ProblemMessage error={setRole.error} />}
      <List
        caption="Members"
        result={useList(queries.members())}
        keyOf={({ id }) => id}
        empty={<Empty title="No members" />}
        columns={[
          {
            title: 'Email',
            render: (builder) => (
              <>
                {getBuilderName(builder)}
                {isMe(builder) && ' (you)'}
                {builder.primaryEmail && <span className="sub">{builder.fullName}</span>}
              </>
            ),
          },
          {
            title: 'Role',
            render: (builder) =>
              isOwner ? (
                <select
                  aria-label={`Role of ${getBuilderName(builder)}`}
                  value={builder.role}
                  onChange={({ target: { value } }) => {
                    if (value === 'limited') setLimiting(builder)
                    else if (isOwnKey(roles, value)) void setRole.run(builder.id, value)
                  }}
                >
                  {Object.entries(roles).map(([role, may]) => (
                    <option key={role} value={role}>{`${words(role)}: ${may}`}</option>
                  ))}
                </select>
              ) : (
                words(builder.role ?? '')
              ),
          },
          {
            title: 'Actions',
            align: 'end',
            render: (builder) =>
              (isOwner || isMe(builder)) && (
                <span className="row" data-align="end">
                  {isOwner && builder.role === 'limited' && (
                    <Button
                      aria-label={`Projects of ${getBuilderName(builder)}`}
                      onClick={() => setLimiting(builder)}
                    >
                      Projects
                    </Button>
                  )}
                  <Button
                    aria-label={isMe(builder) ? 'Leave' : `Remove ${getBuilderName(builder)}`}
                    onClick={() => setLeaving(builder)}
                  >
                    {isMe(builder) ? 'Leave' : 'Remove'}
                  </Button>
                </span>
              ),
          },
        ]}
      />
      {isAdding && <AddBuilder orgId={orgId} onClose={() => setIsAdding(false)} />}
      {limiting && (
        <OnDemand name="project-roles.tsx" load={() => import('./project-roles.tsx')}>
          {({ ProjectRoles }) => (
            <ProjectRoles
              orgId={orgId}
              builderId={limiting.id}
              name={getBuilderName(limiting)}
              onClose={() => setLimiting(undefined)}
            />
          )}
        </OnDemand>
      )}
      {leaving && (
        <Confirm
          title={isMe(leaving) ? 'Leave the organization?' : `Remove ${getBuilderName(leaving)}?`}
          doIt={isMe(leaving) ? 'Leave' : 'Remove'}
          act={async () => {
            await actions.remove(leaving.id)
            if (isMe(leaving)) navigate(pathTo('home'))
            await refresh()
          }}
          onClose={() => setLeaving(undefined)}
        >
          {isMe(leaving)
            ? 'You lose access to its projects until an owner adds you again.'
            : 'They lose access to its projects. Everything they created is kept.'}
        </Confirm>
      )}
    </Section>
  )
}

function AddBuilder({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const { actions, refresh } = useOrganization(orgId)
  const add = useAction(
    (form: FormData) => actions.add(String(form.get('builderId')).trim()),
    async () => {
      await refresh()
      onClose()
    },
  )
  return (
    <FormDialog title="Add builder" doIt="Add" action={add} onClose={onClose}>
      <TextField
        label="Builder ID"
        name="builderId"
        required
        placeholder="bld_…"
        hint="Shown on their account page. Invite people who have no account yet."
      />
    </FormDialog>
  )
}
