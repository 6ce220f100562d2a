import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'

/** Whether the project takes keys of the UI library at all. */
export function FrontendKeys() {
  const { queries, actions, store } = useProject()
  const { data: project } = useQuery(queries.project())
  const [isAsking, setIsAsking] = useState(false)
  const switchTo = async (frontendKeys: 'allowed' | 'off') =>
    store.set(queries.project(), await actions.updateProject({ frontendKeys }))
  const switchOn = useAction(() => switchTo('allowed'))
  if (!project) return null

  const areAllowed = project.frontendKeys === 'allowed'
  return (
    <Section title="Keys for the UI library">
      {switchOn.error && <ProblemMessage error={switchOn.error} />}
      <p>
        Whoever opens your page can read such a key. In production your backend signs a token for
        each user instead, and these keys can be switched off.
      </p>
      <div className="row">
        {areAllowed ? (
          <>
            <Badge tone="good">Accepted</Badge>
            <Button changes onClick={() => setIsAsking(true)}>
              Switch off…
            </Button>
          </>
        ) : (
          <>
            <Badge tone="warning">Switched off</Badge>
            <Button changes isBusy={switchOn.isRunning} onClick={() => void switchOn.run()}>
              Switch on
            </Button>
          </>
        )}
      </div>
      {isAsking && (
        <Confirm
          title="Switch off keys for the UI library?"
          doIt="Switch off"
          act={() => switchTo('off')}
          onClose={() => setIsAsking(false)}
        >
          Pages that call with one are refused within two seconds. It can be switched on again.
        </Confirm>
      )}
    </Section>
  )
}
