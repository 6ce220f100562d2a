import { useState } from 'react'
import { ProblemError } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { useSearchParam } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { Text } from '../../ui/code/code.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { DashboardPage } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'
import { Time } from '../../ui/time.tsx'
import { redirectToCli, approveCliSignIn, denyCliSignIn } from '../actions.ts'
import { pendingCliSignIn } from '../queries.ts'

/** Approves or denies a pending CLI sign-in. */
export function CommandLine() {
  const [id] = useSearchParam('login')
  const [answer, setAnswer] = useState<{ grant?: string }>()
  return (
    <DashboardPage title="Sign in to the CLI">
      {answer ? <Answered {...answer} /> : <Question key={id} id={id} onAnswer={setAnswer} />}
    </DashboardPage>
  )
}

function Question({
  id,
  onAnswer,
}: {
  id: string
  onAnswer: (answer: { grant?: string }) => void
}) {
  const allow = useAction(approveCliSignIn, ({ grant, port }) => {
    if (port === undefined) return onAnswer({ grant })
    return redirectToCli(port, { login: id, grant })
  })
  const refuse = useAction(denyCliSignIn, ({ port }) => {
    if (port === undefined) return onAnswer({})
    return redirectToCli(port, { login: id })
  })
  const error = allow.error ?? refuse.error

  const waiting = useQuery(pendingCliSignIn(id))
  if (waiting.error instanceof ProblemError && [400, 404].includes(waiting.error.status)) {
    return (
      <Empty title="No pending CLI sign-in">
        Run <code>platform login</code> and open the link it prints. Each link works once and
        expires after a few minutes.
      </Empty>
    )
  }
  return (
    <Loaded result={waiting}>
      {({ code, name, ip, startTime }) => (
        <>
          <p>
            Check that your terminal shows this code. If it does not, someone else started this
            sign-in and wants to access your account.
          </p>
          <p className="big-code">{code}</p>
          <Facts
            of={{
              Computer: name || undefined,
              'IP address': ip,
              Requested: <Time at={startTime} />,
            }}
          />
          {error && <ProblemMessage error={error} />}
          <div className="row">
            <Button tone="primary" isBusy={allow.isRunning} onClick={() => void allow.run(id)}>
              The codes match, sign in
            </Button>
            <Button isBusy={refuse.isRunning} onClick={() => void refuse.run(id)}>
              Deny
            </Button>
          </div>
        </>
      )}
    </Loaded>
  )
}

function Answered({ grant }: { grant?: string }) {
  if (grant === undefined) return <p>Sign-in request denied.</p>
  return (
    <>
      <p>Paste this code into your terminal. Do not share it: it gives access to your account.</p>
      <Text text={grant} label="Sign-in code" />
    </>
  )
}
