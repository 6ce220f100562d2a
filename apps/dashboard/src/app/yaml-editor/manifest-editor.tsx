import { useEffect, useState } from 'react'
import type { Schemas } from '@platform/client'
import { getJson } from '../api/sign-in.ts'
import { useQuery } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { Badge } from '../ui/badge.tsx'
import { OnDemand } from '../ui/on-demand.tsx'
import type { Schema } from './schema-paths.ts'

/** Changes only with the server. */
const manifestSchema = {
  key: ['manifest-schema'],
  fetch: () => getJson<Schema>('/schemas/platform.yaml.json'),
  staleMs: Infinity,
}

/** Pause in typing after which the file is checked. */
const quietMs = 600

interface ManifestEditorProps {
  initial: string
  current: string
  onChange: (text: string) => void
  hint: string
}

/** Edits a `platform.yaml`, and shows errors and warnings in place and below. */
export function ManifestEditor({ initial, current, onChange, hint }: ManifestEditorProps) {
  const schema = useQuery(manifestSchema)
  const findings = useFindings(current)
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        platform.yaml
      </span>
      <OnDemand name="yaml-editor.tsx" load={() => import('./yaml-editor.tsx')}>
        {({ YamlEditor }) => (
          <YamlEditor
            label="platform.yaml"
            initial={initial}
            onChange={onChange}
            findings={findings}
            schema={schema.data}
          />
        )}
      </OnDemand>
      <ul className="findings" aria-live="polite">
        {findings.map(({ line, column, severity, message }) => (
          <li key={`${line} ${column} ${message}`}>
            <Badge tone={severity === 'error' ? 'bad' : 'warning'}>
              {severity === 'error' ? 'Error' : 'Warning'}
            </Badge>
            <span>
              Line {line}: {message}
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">{hint}</p>
    </div>
  )
}

const none: readonly Schemas['ManifestFinding'][] = []

/** Returns the findings of the file, a moment after it was changed last. Until then, those from before stay. */
function useFindings(sourceYaml: string): readonly Schemas['ManifestFinding'][] {
  const { queries } = useProject()
  const [settled, setSettled] = useState(sourceYaml)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(sourceYaml), quietMs)
    return () => clearTimeout(timer)
  }, [sourceYaml])
  const { data, error } = useQuery(queries.findings(settled))
  const [kept, keep] = useState(none)
  // Without an answer there are none: the preview reports what is wrong when it is asked for.
  const latest = data ?? (error ? none : kept)
  if (latest !== kept) keep(latest)
  return latest
}
