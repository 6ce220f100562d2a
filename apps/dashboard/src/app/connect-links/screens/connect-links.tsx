import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { CustomerLink } from '../../customers/customer-link.tsx'
import { byWhom } from '../../installations/by-whom.ts'
import { nameOfAccount } from '../../installations/name-of-account.ts'
import { IntegrationLink } from '../../integrations/integration-link.tsx'
import { Link } from '../../router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { CreateConnectLink } from '../create-connect-link.tsx'

type ConnectLink = Schemas['ConnectLink']

const dayMs = 86_400_000
const getLinkGroupName = ({ group }: ConnectLink) => group.groupName || group.groupRef

/** Lists the links to the hosted page that customers can use. */
export function ConnectLinks() {
  const { queries, actions, store, to } = useProject()
  const [leaving, setLeaving] = useState<ConnectLink>()

  return (
    <DashboardPage
      title="Connect links"
      intro={
        <>
          Links to the hosted page, on which customers connect and install an integration without a
          page of your product. Its look is set in <Link to={to('appearance')}>Appearance</Link>.
        </>
      }
      actions={<CreateConnectLink />}
    >
      <List
        caption="Connect links"
        result={useList(queries.connectLinks(), { everyMs: 30_000 })}
        isCompact
        hasColumnPicker
        keyOf={({ id }) => id}
        empty={
          <Empty title="No connect links yet">
            Create a link and send it to a customer. Expired and revoked links are not listed.
          </Empty>
        }
        columns={[
          {
            title: 'Customer',
            width: 'm',
            sortBy: getLinkGroupName,
            render: ({ group }) => <CustomerLink of={group} />,
          },
          {
            title: 'Integration',
            width: 'm',
            render: (link) => (
              <span className="outcome-cell">
                <IntegrationLink id={link.integrationId} />
                {nameOfAccount(link) && <span className="sub">{nameOfAccount(link)}</span>}
              </span>
            ),
          },
          {
            title: 'Status',
            sortBy: ({ expireTime }) => expireTime,
            render: (link) => (
              <span className="outcome-cell">
                <LinkStatus link={link} />
                <span className="sub">
                  Expires <Time at={link.expireTime} />
                </span>
              </span>
            ),
          },
          {
            title: 'Last opened',
            width: 's',
            sortBy: ({ lastUseTime = '' }) => lastUseTime,
            render: ({ lastUseTime }) => <Time at={lastUseTime} otherwise="Never" />,
          },
          {
            title: 'Created',
            width: 's',
            sortBy: ({ createTime }) => createTime,
            render: ({ createTime }) => <Time at={createTime} />,
          },
          {
            title: 'Created by',
            width: 'm',
            isSecondary: true,
            render: ({ createdBy }) => <Name>{byWhom(createdBy).replace(/^by /, '')}</Name>,
          },
        ]}
        menuOf={(link) => ({
          of: `the link of ${getLinkGroupName(link)}`,
          actions: [
            {
              title: 'Revoke',
              label: `Revoke the link of ${getLinkGroupName(link)}`,
              act: () => setLeaving(link),
            },
          ],
        })}
      />
      {leaving && (
        <Confirm
          title={`Revoke the connect link of “${getLinkGroupName(leaving)}”?`}
          doIt="Revoke"
          act={async () => {
            await actions.revokeConnectLink(leaving.id)
            await store.invalidate(queries.connectLinks().key)
          }}
          onClose={() => setLeaving(undefined)}
        >
          The page of the link is rejected within two seconds, even where it is open. What the
          customer has connected and installed is kept.
        </Confirm>
      )}
    </DashboardPage>
  )
}

/** Returns how long the link still works. */
const millisecondsLeft = ({ expireTime }: ConnectLink) => Date.parse(expireTime) - Date.now()

/** A link that expires within a day is worth a new one. */
function LinkStatus({ link }: { link: ConnectLink }) {
  const left = millisecondsLeft(link)
  if (left <= 0) return <Badge>Expired</Badge>
  if (left < dayMs) return <Badge tone="warning">Expires soon</Badge>
  return <Badge tone="good">Active</Badge>
}
