import { useDashboard } from '../../context.tsx'
import { endOtherSessions, endSession } from '../actions.ts'
import { account, sessions, type OpenSession } from '../queries.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/list/list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'

/** Lists the person's sessions. */
export function Sessions() {
  const { store } = useDashboard()
  const { data: own } = useQuery(account)
  const refresh = () => store.invalidate(sessions.key)
  const end = useAction(endSession, refresh)
  const endOthers = useAction(endOtherSessions, refresh)
  const isOwn = ({ token }: OpenSession) => token === own?.session.token
  const error = end.error ?? endOthers.error

  return (
    <Section
      title="Sessions"
      aside={
        <Button isBusy={endOthers.isRunning} onClick={() => void endOthers.run()}>
          End all other sessions
        </Button>
      }
    >
      <p className="muted">
        Where you are signed in. Ended sessions lose access within 15 minutes.
      </p>
      {error && <ProblemMessage error={error} />}
      <Loaded result={useQuery(sessions)}>
        {(rows) => (
          <div className="list">
            <Table
              caption="Sessions"
              rows={rows}
              keyOf={({ token }) => token}
              columns={[
                {
                  title: 'Browser',
                  render: (session) => (
                    <>
                      {describeBrowser(session)}
                      {isOwn(session) && ' (current)'}
                    </>
                  ),
                },
                { title: 'IP address', render: ({ ipAddress }) => ipAddress },
                { title: 'Signed in', render: ({ createdAt }) => <Time at={createdAt} /> },
                {
                  title: 'Actions',
                  align: 'end',
                  render: (session) =>
                    !isOwn(session) && (
                      <Button
                        aria-label={`End session in ${describeBrowser(session)}`}
                        onClick={() => void end.run(session.token)}
                      >
                        End
                      </Button>
                    ),
                },
              ]}
            />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

const browsers = {
  'platform-cli': 'CLI',
  Edg: 'Edge',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  Linux: 'Linux',
}

function describeBrowser({ userAgent }: OpenSession): string {
  const findNamed = (names: Record<string, string>) =>
    Object.entries(names).find(([part]) => userAgent?.includes(part))?.[1]
  return [findNamed(browsers), findNamed(systems)].filter(Boolean).join(', ') || 'Unknown'
}
