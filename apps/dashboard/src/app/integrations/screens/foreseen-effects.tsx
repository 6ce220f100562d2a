import type { ReactNode } from 'react'
import type { Schemas } from '@platform/client'

interface ForeseenEffectsProps {
  of: Schemas['ManifestRehearsal']
  /** Set if errors prevent the deployment. */
  refused?: { refusal: string; remedy: ReactNode }
  hasLines?: boolean
}

/** Shows what a deployment would change, and for which customers. */
export function ForeseenEffects({ of, refused, hasLines = false }: ForeseenEffectsProps) {
  const { findings, integrations } = of
  const effects = integrations.flatMap((one) => one.effects)
  const created = integrations.filter(({ change }) => change === 'create')
  const [wrong, other] = [true, false].map((isError) =>
    findings.filter(({ severity }) => (severity === 'error') === isError),
  )
  return (
    <div className="stack">
      {refused && (
        <div className="notice" data-tone="bad">
          <div className="notice-text">
            <p className="strong">{refused.refusal}</p>
            <Findings of={wrong} hasLines={hasLines} />
            <p>{refused.remedy}</p>
          </div>
        </div>
      )}
      <Findings of={other} hasLines={hasLines} />
      {!refused && (
        <ul className="causes">
          {created.map(({ name }) => (
            <li key={name}>
              The integration <code>{name}</code> is created.
            </li>
          ))}
          {effects.map(({ objectName, effect, installations, groupRefs }) => (
            <li key={`${objectName} ${effect}`}>
              <code>{objectName}</code> {effect} ({installations}{' '}
              {installations === 1 ? 'installation' : 'installations'}
              {groupRefs.length > 0 && `: ${groupRefs.slice(0, 5).join(', ')}`}
              {groupRefs.length > 5 && ' and others'})
            </li>
          ))}
          {effects.length === 0 && <li>No installations are affected.</li>}
        </ul>
      )}
    </div>
  )
}

const Findings = ({
  of = [],
  hasLines,
}: {
  of: Schemas['ManifestFinding'][] | undefined
  hasLines: boolean
}) =>
  of.length > 0 && (
    <ul className="causes">
      {of.map(({ path, rule, message, suggestion, line }) => (
        <li key={`${path} ${rule}`}>
          {hasLines && `Line ${line}: `}
          {message} {suggestion}
        </li>
      ))}
    </ul>
  )
