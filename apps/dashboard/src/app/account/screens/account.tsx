import { myInfo, signInMethods } from '../queries.ts'
import { useDashboard } from '../../context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { Sessions } from './sessions.tsx'

/** Shows the sign-in methods of the signed-in person. */
export function Account() {
  const { client } = useDashboard()
  const { data: me } = useQuery(myInfo(client))
  const email = me?.builder.primaryEmail ?? ''
  return (
    <DashboardPage title="Account" intro={me && `Sign-in methods of ${email}.`}>
      {me && (
        <Facts
          of={{ Name: me.builder.fullName, 'Builder ID': <CopyableId>{me.builder.id}</CopyableId> }}
        />
      )}
      <Loaded result={useQuery(signInMethods)}>
        {(ways) => {
          const hasPassword = ways.some(({ providerId }) => providerId === 'credential')
          return (
            <>
              <Password email={email} hasPassword={hasPassword} />
              <Passkeys />
              <AuthenticatorApp hasPassword={hasPassword} />
              <Sessions />
            </>
          )
        }}
      </Loaded>
    </DashboardPage>
  )
}
