import { healthWords, type Schemas } from '@platform/client'
import { printable } from './terminal.ts'

/** Formats health like the dashboard: `Failing since 2026-01-15T09:30:00Z. It answered 503.` */
export const describeHealth = ({
  state,
  since,
  reason = '',
  remedy = '',
  retryTime,
}: Schemas['Health']): string =>
  [
    `${healthWords[state]}${since ? ` since ${since}` : ''}.`,
    printable(reason),
    printable(remedy),
    retryTime && `Next attempt ${retryTime}.`,
  ]
    .filter(Boolean)
    .join(' ')
