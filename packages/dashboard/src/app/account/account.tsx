import { useDashboard } from '../context.tsx'
import { queries } from '../api/queries.ts'
import { useQuery } from '../api/use-query.ts'
import { Page } from '../ui/page.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'

/** How the person who is signed in proves who they are. */
export function Account() {
  const { client } = useDashboard()
  const { data } = useQuery(queries.myInfo(client))
  return (
    <Page title="Account" intro={data && `How ${data.builder.primaryEmail} signs in.`}>
      <Passkeys />
      <AuthenticatorApp />
    </Page>
  )
}
