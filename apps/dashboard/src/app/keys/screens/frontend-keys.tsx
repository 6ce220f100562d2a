import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/form/confirm.tsx'
import { Section } from '../../ui/page.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'

/** Turns frontend keys of the project on or off. */
export function FrontendKeysSection() {
  const { queries, actions, store } = useProject()
  const { data: project } = useQuery(queries.project())
  const [isAsking, setIsAsking] = useState(false)
  const switchTo = async (frontendKeys: 'allowed' | 'off') =>
    store.set(queries.project(), await actions.updateProject({ frontendKeys }))
  const switchOn = useAction(() => switchTo('allowed'))
  if (!project) return null

  const areAllowed = project.frontendKeys === 'allowed'
  return (
    <Section title="UI library keys">
      {switchOn.error && <ProblemMessage error={switchOn.error} />}
      <p>
        Anyone who opens your page can read such a key. In production, have your backend sign a
        token for each user and turn these keys off.
      </p>
      <div className="row">
        {areAllowed ? (
          <>
            <Badge tone="good">On</Badge>
            <Button changes onClick={() => setIsAsking(true)}>
              Turn off…
            </Button>
          </>
        ) : (
          <>
            <Badge tone="warning">Off</Badge>
            <Button changes isBusy={switchOn.isRunning} onClick={() => void switchOn.run()}>
              Turn on
            </Button>
          </>
        )}
      </div>
      {isAsking && (
        <Confirm
          title="Turn off UI library keys?"
          doIt="Turn off"
          act={() => switchTo('off')}
          onClose={() => setIsAsking(false)}
        >
          Requests with these keys are rejected within two seconds. You can turn the keys on again.
        </Confirm>
      )}
    </Section>
  )
}
