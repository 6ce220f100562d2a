import type { ReactNode } from 'react'
import { CopyButton } from '../copy.tsx'
import { toYaml } from './to-yaml.ts'

/** Shows a structured value as YAML with highlighted names. */
export function Yaml({ value, label }: { value: unknown; label: string }) {
  const text = toYaml(value)
  return (
    <CodeBox text={text} label={label}>
      {text.split('\n').map((line, index) => {
        const [, indent = '', name = '', rest = ''] =
          /^((?:\s|- )*)((?:"[^"]*"|[^\s":]+)(?=:(?: |$)))?(.*)$/.exec(line) ?? []
        return (
          <span key={index}>
            {indent}
            {name && <span className="code-name">{name}</span>}
            {`${rest}\n`}
          </span>
        )
      })}
    </CodeBox>
  )
}

export function Text({ text, label }: { text: string; label: string }) {
  return (
    <CodeBox text={text} label={label}>
      {text}
    </CodeBox>
  )
}

interface CodeBoxProps {
  text: string
  label: string
  children: ReactNode
}

function CodeBox({ text, label, children }: CodeBoxProps) {
  return (
    <div className="code-box">
      {/* It scrolls, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="code" tabIndex={0} aria-label={label}>
        <pre>
          <code>{children}</code>
        </pre>
      </section>
      <CopyButton text={text} what={label.toLowerCase()} />
    </div>
  )
}
