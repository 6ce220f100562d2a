import type { ReactNode } from 'react'
import { words } from './format.ts'

export type Tone = 'good' | 'bad' | 'warning' | 'busy' | 'neutral'

const tones: Record<string, Tone> = {
  healthy: 'good',
  working: 'good',
  active: 'good',
  approved: 'good',
  success: 'good',
  delivered: 'good',
  passed: 'good',
  enabled: 'good',
  renewed: 'good',
  created: 'good',
  updated: 'good',
  unhealthy: 'bad',
  bad_credentials: 'bad',
  failure: 'bad',
  failed: 'bad',
  refused: 'bad',
  paused: 'warning',
  incomplete: 'warning',
  retrying: 'warning',
  done: 'good',
  running: 'busy',
  in_progress: 'busy',
  pending: 'busy',
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}

/** Shows a status of the API, with a color by severity. */
export function Status({ of }: { of: string }) {
  return <Badge tone={tones[of]}>{words(of)}</Badge>
}
