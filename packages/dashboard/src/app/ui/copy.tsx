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

/** On one line, with what tells it from others at both ends: IDs of one time begin alike. */
const shortened = (id: string) => (id.length > 24 ? `${id.slice(0, 12)}…${id.slice(-8)}` : id)

/** An identifier, to be read by few and copied by many. */
export function Id({ children, what = 'ID' }: { children: string; what?: string }) {
  return (
    <span className="id">
      <code title={children}>{shortened(children)}</code>
      <CopyButton text={children} what={what} />
    </span>
  )
}
