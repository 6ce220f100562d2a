import { appTestWords, nameAppTestStep, type Schemas } from '@platform/client'
import { Badge, Status } from '../../ui/badge.tsx'

/** What the test waits for: replies of the provider, the person who signs in, or nothing. */
export type AppTestPhase = 'requests' | 'sign-in' | 'connection' | undefined

interface AppTestStepsProps {
  result: Schemas['ProviderAppTest'] | undefined
  phase: AppTestPhase
}

/** Shows the steps of a test as they run, and the result once nothing runs. */
export function AppTestSteps({ result, phase }: AppTestStepsProps) {
  return (
    <div aria-live="polite" className="stack" data-gap="small">
      {!result && phase && <Badge tone="busy">Requesting the sign-in page</Badge>}
      <ol className="steps">
        {result?.steps.map((step) => (
          <li key={nameAppTestStep(step)} className="stack" data-gap="small">
            <span className="row">
              <strong>{nameAppTestStep(step)}</strong>
              {phase && step.isOpen ? (
                <Badge tone="busy">{phase === 'sign-in' ? 'Waiting for sign-in' : 'Running'}</Badge>
              ) : (
                <Status of={step.status} />
              )}
            </span>
            <span className="sub">{step.detail}</span>
            {step.remedy && <span className="sub">{step.remedy}</span>}
          </li>
        ))}
      </ol>
      {result && !phase && <p className="outcome">{appTestWords[result.status]}.</p>}
    </div>
  )
}
