import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-query.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'
import { useOrganization } from '../use-organization.ts'

type Invite = Schemas['Invite']

export function Invites({ orgId }: { orgId: string }) {
  const { queries, actions, refresh } = useOrganization(orgId)
  const [isInviting, setIsInviting] = useState(false)
  const [created, setCreated] = useState<Invite>()
  const revoke = useAction(actions.revoke, refresh)
  const invite = useAction(
    (form: FormData) => actions.invite(String(form.get('email'))),
    async (made) => {
      setCreated(made)
      setIsInviting(false)
      await refresh()
    },
  )

  return (
    <Section
      title="Invites"
      aside={<Button onClick={() => setIsInviting(true)}>Invite member</Button>}
    >
      {created && <Created invite={created} />}
      {revoke.error && <ProblemMessage error={revoke.error} />}
      <List
        caption="Invites"
        result={useList(queries.invites())}
        keyOf={({ id }) => id}
        empty={<Empty title="No invites yet" />}
        columns={[
          { title: 'Email', render: ({ invitedEmail }) => invitedEmail },
          { title: 'Status', render: ({ status }) => <Status of={status} /> },
          { title: 'Expires', render: ({ expireTime }) => <Time at={expireTime} /> },
          {
            title: 'Actions',
            align: 'end',
            render: ({ id, status, invitedEmail }) =>
              status === 'pending' && (
                <Button
                  aria-label={`Revoke the invite for ${invitedEmail}`}
                  onClick={() => void revoke.run(id)}
                >
                  Revoke
                </Button>
              ),
          },
        ]}
      />
      {isInviting && (
        <FormDialog
          title="Invite member"
          doIt="Invite"
          action={invite}
          onClose={() => setIsInviting(false)}
        >
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            hint="They become a member when they accept. This invite expires in 7 days."
          />
        </FormDialog>
      )}
    </Section>
  )
}

function Created({ invite: { invitedEmail, link } }: { invite: Invite }) {
  return (
    <div className="notice" data-tone="good" aria-live="polite">
      <div className="notice-text">
        <p className="strong">{invitedEmail} is invited</p>
        {link ? (
          <>
            <p>No email was sent. Share this link yourself:</p>
            <CopyableId what="link">{link}</CopyableId>
          </>
        ) : (
          <p>Invite email sent.</p>
        )}
      </div>
    </div>
  )
}
