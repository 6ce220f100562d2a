import type { Schemas } from '@platform/client'
import { useDashboard } from '../context.tsx'
import { account, myInfo } from '../account/queries.ts'
import { sendVerification } from '../account/actions.ts'
import { joiningActions } from './actions.ts'
import { useAction } from '../api/use-action.ts'
import { useQuery } from '../api/use-query.ts'
import { useSearchParam } from '../router.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'

/** Shows pending steps before the projects: email confirmation, invites, organizations to join. */
export function Welcome({ me }: { me: Schemas['BuilderInfo'] }) {
  const { data } = useQuery(account)
  const email = me.builder.primaryEmail ?? ''
  const { invitedOrgs, joinableOrgs, orgRoles } = me
  const joinable = joinableOrgs?.filter(({ id }) => !invitedOrgs?.some((org) => org.id === id))
  const hasNoOther = !orgRoles?.length && !invitedOrgs && !joinableOrgs

  return (
    <>
      <OtherAddress email={email} />
      {data?.user.emailVerified === false && <ConfirmEmail email={email} />}
      {invitedOrgs && <Invited orgs={invitedOrgs} email={email} />}
      {joinable?.map((org) => (
        <Joinable key={org.id} org={org} builder={me.builder} />
      ))}
      {hasNoOther && data?.user.emailVerified !== false && <CreateOrganization />}
    </>
  )
}

function OtherAddress({ email }: { email: string }) {
  const [invited] = useSearchParam('invited')
  if (!invited || invited.toLowerCase() === email.toLowerCase()) return null
  return (
    <div className="notice" data-tone="warning">
      <p className="notice-text">
        This invite is for {invited}, but you are signed in as {email}. Sign out and sign in with
        the invited address.
      </p>
    </div>
  )
}

function ConfirmEmail({ email }: { email: string }) {
  const [failure] = useSearchParam('error')
  const send = useAction(() => sendVerification(email))
  return (
    <section className="card stack" aria-label="Confirm your email address">
      {send.error && <ProblemMessage error={send.error} />}
      <div>
        <h2>Confirm your email address</h2>
        <p className="muted">
          {failure ? 'This link is no longer valid.' : `We sent a link to ${email}.`} Confirm your
          address to accept invites or join by domain.
        </p>
      </div>
      <div className="row">
        <Button isBusy={send.isRunning} onClick={() => void send.run()}>
          Send another link
        </Button>
      </div>
    </section>
  )
}

/** Joins an organization and refreshes the person's permissions. */
function useJoin<Input extends unknown[]>(join: (...input: Input) => Promise<unknown>) {
  const { client, store } = useDashboard()
  return useAction(join, () =>
    Promise.all([store.invalidate(myInfo(client).key), store.invalidate(['projects'])]),
  )
}

function Invited({ orgs, email }: { orgs: Schemas['Org'][]; email: string }) {
  const { client } = useDashboard()
  const accept = useJoin(() => joiningActions(client).acceptInvite(email))
  const names = new Intl.ListFormat('en').format(orgs.map(({ label }) => label))
  return (
    <section className="card stack" aria-label="Invite">
      {accept.error && <ProblemMessage error={accept.error} />}
      <h2>{names} invited you</h2>
      <div className="row">
        <Button tone="primary" isBusy={accept.isRunning} onClick={() => void accept.run()}>
          Accept
        </Button>
      </div>
    </section>
  )
}

function Joinable({ org, builder }: { org: Schemas['Org']; builder: Schemas['Builder'] }) {
  const { client } = useDashboard()
  const join = useJoin(() => joiningActions(client).join(org.id, builder.id))
  return (
    <section className="card stack" aria-label="Your organization">
      {join.error && <ProblemMessage error={join.error} />}
      <div>
        <h2>Join {org.label}</h2>
        <p className="muted">Your email domain belongs to this organization.</p>
      </div>
      <div className="row">
        <Button tone="primary" isBusy={join.isRunning} onClick={() => void join.run()}>
          Join
        </Button>
      </div>
    </section>
  )
}

function CreateOrganization() {
  const { client } = useDashboard()
  const create = useJoin(joiningActions(client).createOrganization)
  return (
    <Form
      className="card stack form"
      error={create.error}
      onSubmit={(form) => void create.run(String(form.get('label')))}
      head={
        <div>
          <h2>Create organization</h2>
          <p className="muted">An organization owns your projects. You become its owner.</p>
        </div>
      }
    >
      <TextField label="Organization name" name="label" required maxLength={128} />
      <div className="row">
        <Button type="submit" tone="primary" isBusy={create.isRunning}>
          Create
        </Button>
      </div>
    </Form>
  )
}
