import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { pathTo } from '../../routes.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Link } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { ClaimedDomains } from './claimed-domains.tsx'
import { Invites } from './invites.tsx'
import { Members } from './members.tsx'
import { useOrganization } from '../use-organization.ts'

/** Shows the members of an organization, and how to join it. */
export function Organization({ orgId }: { orgId: string }) {
  const { queries, isOwner } = useOrganization(orgId)
  const result = useQuery(queries.organization())
  return (
    <DashboardPage
      title={result.data?.label ?? 'Organization'}
      intro="Members, invites and claimed domains."
      actions={
        isOwner && (
          <Link to={pathTo('auditLog', { organization: orgId })} className="button">
            Audit log
          </Link>
        )
      }
    >
      <Loaded result={result}>
        {(org) => (
          <>
            <Members orgId={orgId} />
            {isOwner && <Invites orgId={orgId} />}
            <ClaimedDomains orgId={orgId} />
            <Section title="Settings">
              <Facts
                of={{
                  'Organization ID': <CopyableId>{org.id}</CopyableId>,
                  Created: <Time at={org.createTime} />,
                }}
              />
              {isOwner && <Rename org={org} />}
            </Section>
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function Rename({ org }: { org: Schemas['Org'] }) {
  const { actions, refresh } = useOrganization(org.id)
  const [label, setLabel] = useState(org.label)
  const rename = useAction(() => actions.rename(label), refresh)
  return (
    <Form className="card stack form" error={rename.error} onSubmit={() => void rename.run()}>
      <TextField
        label="Name"
        name="label"
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        required
        maxLength={128}
      />
      <div className="row">
        <Button
          type="submit"
          tone="primary"
          isBusy={rename.isRunning}
          disabled={label === org.label}
        >
          Save
        </Button>
      </div>
    </Form>
  )
}
