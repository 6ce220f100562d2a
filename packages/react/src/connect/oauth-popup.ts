/** The connected account and the one that the user signed in to. */
export interface Accounts {
  connected: string
  signedIn: string
}

/** Message from the provider's return page to its opener. */
export type PopupOutcome =
  | { eventType: 'AUTHORIZATION_SUCCEEDED'; connectionId: string }
  | {
      eventType: 'AUTHORIZATION_FAILED'
      error: string
      message: string
      accounts?: Accounts
      /** Where an administrator installs the app. */
      installURL?: string
    }

/**
 * Opens the window during the click, before its URL is known. Returns `null` if the browser blocks
 * it.
 */
export function openPopup(title: string): Window | null {
  const [width, height] = [600, 720]
  const left = window.screenX + Math.max(0, (window.outerWidth - width) / 2)
  const top = window.screenY + Math.max(0, (window.outerHeight - height) / 2)
  const popup = window.open(
    'about:blank',
    '_blank',
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  )
  if (!popup) return null

  popup.document.title = title
  popup.document.body.textContent = title
  return popup
}

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value)

const toMembers = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Returns the outcome in the message if it comes from this popup and this origin. */
export function popupOutcome(
  message: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  expected: { popup: Window | null; origin: string },
): PopupOutcome | undefined {
  if (!expected.popup || message.source !== expected.popup) return undefined
  if (message.origin !== expected.origin) return undefined

  const { eventType, data, message: text } = toMembers(message.data)
  const details = toMembers(data)
  if (eventType === 'AUTHORIZATION_SUCCEEDED' && typeof details.connection === 'string') {
    return { eventType, connectionId: details.connection }
  }
  if (eventType === 'AUTHORIZATION_FAILED') {
    const { connected, signedIn } = toMembers(details.accounts)
    return {
      eventType,
      error: String(details.error ?? 'sign-in-failed'),
      message: String(text ?? ''),
      ...(typeof connected === 'string' &&
        typeof signedIn === 'string' && { accounts: { connected, signedIn } }),
      ...(isWebAddress(details.installURL) && { installURL: details.installURL }),
    }
  }
  return undefined
}
