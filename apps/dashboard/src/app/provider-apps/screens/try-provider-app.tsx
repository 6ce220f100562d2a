import { useState } from 'react'
import { appTestGroup, type Schemas } from '@platform/client'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { catalogueQuery } from '../../providers/queries.ts'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useProviderNames } from '../../providers/use-provider-names.ts'
import { AppTestSteps, type AppTestPhase } from './app-test-steps.tsx'

interface TryProviderAppProps {
  app: Schemas['ProviderApp']
  onClose: () => void
}

/** Tests the app, opens the provider's sign-in like an end user, and shows each step. */
export function TryProviderApp({ app, onClose }: TryProviderAppProps) {
  const { client } = useDashboard()
  const { actions } = useProject()
  const providerName = useProviderNames()
  const { data: providers = {} } = useQuery(catalogueQuery(client))
  const isCustom = providers[app.provider]?.authType === 'custom'
  const [result, setResult] = useState<Schemas['ProviderAppTest']>()
  const [phase, setPhase] = useState<AppTestPhase>()
  const [note, setNote] = useState<string>()

  const signIn = async (values: Record<string, string>, opened: Window) => {
    const { url, sessionId } = await actions.startSignIn(app, values, { isCustom })
    opened.location.href = url
    return waitForSessionEnd(() => actions.connectSession(sessionId), opened)
  }

  const testConnection = async (connectionId: string) => {
    setPhase('connection')
    try {
      setResult(await actions.testProviderApp(app.id, { connectionId }))
    } finally {
      await actions.deleteTestConnection(connectionId)
    }
    setNote('The test connection was deleted.')
  }

  const test = useAction(async (form: FormData) => {
    setNote(undefined)
    setResult(undefined)
    setPhase('requests')
    // Browsers allow windows only directly after a click, so it is opened before the requests.
    const opened = window.open('', '_blank', 'popup,width=600,height=720')
    try {
      const values = readTexts(form)
      const before = await actions.testProviderApp(app.id, { values })
      setResult(before)
      if (before.status === 'failed') {
        opened?.close()
        return
      }
      if (!opened) {
        setNote('Your browser blocked the window. Allow pop-ups for this page.')
        return
      }
      setPhase('sign-in')
      const session = await signIn(values, opened)
      if (session?.connectionId === undefined) {
        setNote(
          session
            ? `Sign-in failed: ${session.error ?? 'it timed out.'}`
            : 'The window was closed before sign-in completed.',
        )
        return
      }
      await testConnection(session.connectionId)
    } catch (error) {
      opened?.close()
      throw error
    } finally {
      setPhase(undefined)
    }
  })

  return (
    <FormDialog
      title={`Test the ${providerName(app.provider)} app`}
      doIt="Open sign-in"
      action={test}
      onClose={onClose}
    >
      <p>
        Sign in as one of your customers would. The test reads one record of each object of your
        integrations and shows none. Your destinations receive events about a test connection of the
        group <code>{appTestGroup}</code>, which is deleted immediately.
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
      {(result || phase) && <AppTestSteps result={result} phase={phase} />}
      {note && (
        <p className="outcome" aria-live="polite">
          {note}
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
