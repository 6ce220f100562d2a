'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { apiBaseUrl, type UiApi } from '../api.ts'
import { localProblem } from '../config/local-problem.ts'
import { usePlatform } from '../platform-provider.tsx'
import { getConnectSession } from '../queries.ts'
import { useWords } from '../words/use-words.tsx'
import { openPopup, popupOutcome, type Accounts, type PopupOutcome } from './oauth-popup.ts'

export type OAuthState =
  | { step: 'idle' }
  /** The provider's URL is being requested. */
  | { step: 'opening' }
  /** The user is at the provider. */
  | { step: 'waiting'; installURL?: string | undefined }
  /** The browser blocked the popup: the user opens the link. */
  | { step: 'blocked'; url: string }
  | {
      step: 'failed'
      error: Error
      accounts?: Accounts | undefined
      installURL?: string | undefined
    }

/** URL of the provider's page, and how to poll for the outcome. */
export interface OAuthStart {
  url: string
  connectSessionId: string | null
}

const pollMs = 1_500
const lookMs = 200
/** A popup that has been closed for this time was closed by the user, not by its last redirect. */
const closedForMs = 2_000

/**
 * Guides the user through the provider's sign-in. The outcome arrives as a message of the popup or,
 * if the popup cannot reach this page any more, by polling the connect session.
 */
export function useOAuth({ api, providerName, begin, onConnected }: UseOAuth) {
  const { options } = usePlatform()
  const { t } = useWords()
  const [state, setState] = useState<OAuthState>({ step: 'idle' })
  const [session, setSession] = useState<{ popup: Window | null; id: string | null } | null>(null)
  const popup = useRef<Window | null>(null)

  const settle = useCallback((next: OAuthState) => {
    setSession(null)
    setState(next)
  }, [])
  const finish = useCallback(
    (next: OAuthState) => {
      popup.current?.close()
      popup.current = null
      settle(next)
    },
    [settle],
  )

  const latest = useRef({ onConnected, finish, settle })
  useEffect(() => {
    latest.current = { onConnected, finish, settle }
  })

  /** Must be called within the click, otherwise the browser blocks the popup. */
  const start = async (way: { changeAccount?: boolean }) => {
    popup.current?.close()
    const opened = openPopup(t('waitingFor', { provider: providerName }))
    popup.current = opened
    setState({ step: 'opening' })
    try {
      const { url, connectSessionId } = await begin(way)
      if (opened) opened.location.replace(url)
      setSession({ popup: opened, id: connectSessionId })
      setState(opened ? { step: 'waiting' } : { step: 'blocked', url })
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      finish({ step: 'failed', error })
    }
  }

  useEffect(() => {
    if (!session) return undefined
    const { popup: opened, id } = session
    let isOver = false
    let closedAt: number | undefined

    const conclude = (outcome: PopupOutcome) => {
      if (isOver) return
      isOver = true
      if (outcome.eventType === 'AUTHORIZATION_SUCCEEDED') {
        latest.current.finish({ step: 'idle' })
        latest.current.onConnected(outcome.connectionId)
      } else {
        const { error, message, accounts, installURL } = outcome
        const { finish: close, settle: leave } = latest.current
        // The return page closes itself unless it shows what the user has to do, such as a link.
        const end = error === 'expired' ? close : leave
        end({ step: 'failed', error: localProblem(error, message, 422), accounts, installURL })
      }
    }

    const origin = new URL(apiBaseUrl(options), location.href).origin
    const onMessage = (message: MessageEvent) => {
      const outcome = popupOutcome(message, { popup: opened, origin })
      if (outcome) conclude(outcome)
    }
    window.addEventListener('message', onMessage)

    const look = () => {
      if (!opened?.closed) return
      closedAt ??= Date.now()
      if (Date.now() - closedAt < closedForMs) return
      // Some providers' popups only seem closed from here: if the sign-in succeeds, this page
      // continues.
      setState((old) => (old.step === 'waiting' ? { step: 'idle' } : old))
      clearInterval(looking)
    }
    const looking = setInterval(look, lookMs)

    const ask = async () => {
      // Polled again in a moment.
      const found = id ? await getConnectSession(api, id).catch(() => undefined) : undefined
      if (isOver) return
      const outcome = found && toOutcome(found)
      if (outcome) return conclude(outcome)
      const installURL = found?.status === 'pending' ? found.installURL : undefined
      // A provider may show its error without returning, while an administrator has to install the app.
      if (installURL)
        setState((old) => (old.step === 'waiting' ? { step: 'waiting', installURL } : old))
    }
    const timer = setInterval(() => void ask(), pollMs)

    return () => {
      isOver = true
      window.removeEventListener('message', onMessage)
      clearInterval(timer)
      clearInterval(looking)
    }
  }, [session, api, options])

  useEffect(() => () => popup.current?.close(), [])

  return {
    state,
    start: () => void start({}),
    /** Starts again and accepts another account than the connected one. */
    startWithAnother: () => void start({ changeAccount: true }),
    cancel: () => finish({ step: 'idle' }),
  }
}

/** Returns the outcome of a connect session, as the popup would report it; undefined while it is pending. */
function toOutcome(
  session: Awaited<ReturnType<typeof getConnectSession>>,
): PopupOutcome | undefined {
  const { status, connectionId, accounts, installURL } = session
  if (status === 'succeeded' && connectionId) {
    return { eventType: 'AUTHORIZATION_SUCCEEDED', connectionId }
  }
  if (status === 'expired') {
    return { eventType: 'AUTHORIZATION_FAILED', error: 'expired', message: '' }
  }
  if (status !== 'failed') return undefined
  return {
    eventType: 'AUTHORIZATION_FAILED',
    error: session.errorCode ?? 'sign-in-failed',
    message: session.error ?? '',
    ...(accounts && { accounts }),
    ...(installURL && { installURL }),
  }
}

interface UseOAuth {
  api: UiApi
  providerName: string
  begin: (way: { changeAccount?: boolean }) => Promise<OAuthStart>
  onConnected: (connectionId: string) => void
}
