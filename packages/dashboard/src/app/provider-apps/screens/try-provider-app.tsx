import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { catalogueQuery } from '../../providers/queries.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { testGroup } from '../actions.ts'

interface TryProviderAppProps {
  app: Schemas['ProviderApp']
  onClose: () => void
}

/** Opens the provider's sign-in like an end user, and shows the result. */
export function TryProviderApp({ app, onClose }: TryProviderAppProps) {
  const { client } = useDashboard()
  const { actions } = useProject()
  const providerName = useProviderNames()
  const { data: providers = {} } = useQuery(catalogueQuery(client))
  const isCustom = providers[app.provider]?.authType === 'custom'
  const [outcome, setOutcome] = useState<string>()
  const wordsFor = async (session: Schemas['ConnectSession'] | undefined) => {
    if (!session) return 'The window was closed before sign-in completed.'
    if (session.connectionId === undefined) {
      return `Test failed: ${session.error ?? 'the sign-in timed out.'}`
    }
    await actions.deleteTestConnection(session.connectionId)
    return `Test passed: ${providerName(app.provider)} issued tokens. The test connection was deleted.`
  }

  const test = useAction(async (form: FormData) => {
    setOutcome(undefined)
    // Browsers allow windows only directly after a click, so it is opened before the request.
    const opened = window.open('', '_blank', 'popup,width=600,height=720')
    try {
      const { url, sessionId } = await actions.startSignIn(app, readTexts(form), { isCustom })
      if (!opened) return 'Your browser blocked the window. Allow pop-ups for this page.'
      opened.location.href = url
      return await wordsFor(
        await waitForSessionEnd(() => actions.connectSession(sessionId), opened),
      )
    } catch (error) {
      opened?.close()
      throw error
    }
  }, setOutcome)

  return (
    <FormDialog
      title={`Test the ${providerName(app.provider)} app`}
      doIt="Open sign-in"
      action={test}
      onClose={onClose}
    >
      <p>
        Sign in as one of your customers would. Your destinations receive events about a test
        connection of the group <code>{testGroup}</code>, which is deleted immediately.
      </p>
      {providers[app.provider]?.metadata?.input
        ?.filter(({ redirectParam }) => redirectParam === undefined)
        .map(({ name, displayName, prompt }) => (
          <TextField
            key={name}
            label={displayName ?? name}
            name={name}
            required
            autoComplete="off"
            hint={prompt}
          />
        ))}
      {outcome && (
        <p className="outcome" aria-live="polite">
          {outcome}
        </p>
      )}
    </FormDialog>
  )
}

const readTexts = (form: FormData) =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]))

const askEveryMs = 1_000
/** Number of polls after the window has closed, during which the outcome may still arrive. */
const patience = 3

/** Returns the ended session; undefined if its window was closed before. */
async function waitForSessionEnd(
  ask: () => Promise<Schemas['ConnectSession']>,
  opened: Window,
): Promise<Schemas['ConnectSession'] | undefined> {
  for (let closed = 0; closed < patience; closed += opened.closed ? 1 : 0) {
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    const session = await ask()
    if (session.status !== 'pending') return session
  }
  return undefined
}
