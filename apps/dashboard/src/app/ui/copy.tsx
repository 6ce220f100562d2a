import { useEffect, useState } from 'react'
import { Icon } from './icons.tsx'

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])

  return (
    <button
      type="button"
      className="copy"
      title={`Copy ${what}`}
      aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
      data-state={isCopied ? 'copied' : undefined}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  )
}

/** The ID of a client at a provider, which can be of any length. */
export const clientId = 'client ID'

/** Names the public key in the head of a token. */
export const kid = 'kid'

/**
 * Shows an ID on one line with both ends, because IDs of one time begin alike.
 * Secrets, links and codes are shown whole, as people compare them.
 */
const shorten = (text: string, what: string) =>
  /^[a-z]+_[0-9a-z]{26,}$/.test(text) || ([clientId, kid].includes(what) && text.length > 28)
    ? `${text.slice(0, 12)}…${text.slice(-8)}`
    : text

/** Shows a value with a copy button: an ID, a key, a link. */
export function CopyableId({ children, what = 'ID' }: { children: string; what?: string }) {
  return (
    <span className="id">
      <code title={children}>{shorten(children, what)}</code>
      <CopyButton text={children} what={what} />
    </span>
  )
}
