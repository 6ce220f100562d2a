import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useList } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { Text } from '../../ui/code/code.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Name } from '../../ui/name.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

type Agent = Schemas['Agent']

/** Lists the AI agents that are connected to the project. */
export function Agents() {
  const { queries, actions, store } = useProject()
  const [leaving, setLeaving] = useState<Agent>()
  const refresh = () => store.invalidate(queries.agents().key)

  return (
    <DashboardPage
      title="Agents"
      intro="AI agents, such as Claude or Cursor, that builders have connected to this project."
    >
      <List
        caption="Agents"
        result={useList(queries.agents())}
        isCompact
        hasColumnPicker
        keyOf={({ id }) => id}
        empty={
          <Empty title="No agents yet">
            An agent appears here after you connect it to the address below.
          </Empty>
        }
        columns={[
          {
            title: 'Agent',
            width: 'm',
            sortBy: ({ name }) => name,
            render: ({ name }) => <Name>{name}</Name>,
          },
          {
            title: 'Host',
            width: 'm',
            isSecondary: true,
            render: ({ host }) => <Name>{host}</Name>,
          },
          {
            title: 'Permissions',
            render: ({ capabilities }) => <Name>{capabilities.join(', ')}</Name>,
          },
          {
            title: 'Connected by',
            width: 'm',
            isSecondary: true,
            render: ({ email }) => <Name>{email}</Name>,
          },
          {
            title: 'Connected',
            width: 's',
            isOptional: true,
            sortBy: ({ createTime }) => createTime,
            render: ({ createTime }) => <Time at={createTime} />,
          },
          {
            title: 'Last used',
            width: 's',
            sortBy: ({ lastUseTime = '' }) => lastUseTime,
            render: ({ lastUseTime }) => <Time at={lastUseTime} otherwise="Never" />,
          },
        ]}
        menuOf={(agent) => ({
          of: agent.name,
          isForViewers: true,
          actions: [
            {
              title: 'Disconnect',
              label: `Disconnect ${agent.name}`,
              act: () => setLeaving(agent),
            },
          ],
        })}
      />
      <Section title="Connect an agent">
        <p>Add this address to the agent as an MCP server. It then asks you to sign in.</p>
        <Text text={`${location.origin}/mcp/v1/project`} label="Address of the MCP server" />
      </Section>
      {leaving && (
        <Confirm
          title={`Disconnect the agent “${leaving.name}”?`}
          doIt="Disconnect"
          act={async () => {
            await actions.disconnectAgent(leaving.id)
            await refresh()
          }}
          onClose={() => setLeaving(undefined)}
        >
          Its requests are rejected within two seconds. It has to be connected again to continue.
        </Confirm>
      )}
    </DashboardPage>
  )
}
