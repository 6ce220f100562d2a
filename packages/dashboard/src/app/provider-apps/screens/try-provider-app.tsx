import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { catalogue } from '../../providers/queries.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { testGroup } from '../actions.ts'

interface TryProviderAppProps {
  app: Schemas['ProviderApp']
  onClose: () => void
}

/** Opens the provider's sign-in as an end user meets it, and says what came back. */
export function TryProviderApp({ app, onClose }: TryProviderAppProps) {
  const { client } = useDashboard()
  const { actions } = useProject()
  const providerName = useProviderNames()
  const { data: providers = {} } = useQuery(catalogue(client))
  const isCustom = providers[app.provider]?.authType === 'custom'
  const [outcome, setOutcome] = useState<string>()
  const wordsFor = async (session: Schemas['ConnectSession'] | undefined) => {
    if (!session) return 'The window was closed before the sign-in had ended.'
    if (session.connectionId === undefined) {
      return `It did not work: ${session.error ?? 'nobody came back in time.'}`
    }
    await actions.deleteTestConnection(session.connectionId)
    return `It works: ${providerName(app.provider)} let you in and gave tokens. The connection of the test is deleted again.`
  }

  const test = useAction(async (form: FormData) => {
    setOutcome(undefined)
    // Browsers open windows only right after a click, so before the server is asked.
    const opened = window.open('', '_blank', 'popup,width=600,height=720')
    try {
      const { url, sessionId } = await actions.startSignIn(app, textsOf(form), { isCustom })
      if (!opened) return 'Your browser did not open a window: allow that for this page.'
      opened.location.href = url
      return await wordsFor(await ended(() => actions.connectSession(sessionId), opened))
    } catch (error) {
      opened?.close()
      throw error
    }
  }, setOutcome)

  return (
    <FormDialog
      title={`Test the app of ${providerName(app.provider)}`}
      doIt="Open the sign-in"
      action={test}
      onClose={onClose}
    >
      <p>
        You sign in as one of your customers would. Your destinations are told of a connection of
        the group <code>{testGroup}</code>, which is deleted at once.
      </p>
      {providers[app.provider]?.metadata?.input?.map(({ name, displayName, prompt }) => (
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

const textsOf = (form: FormData) =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]))

const askEveryMs = 1_000
/** So long after its window has closed the outcome may still be on its way. */
const patience = 3

/** The session once it has ended; undefined when its window was closed before. */
async function ended(
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
