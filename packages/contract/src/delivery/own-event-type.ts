import { z } from 'zod'
import { NotificationEventType } from './events.ts'

/** Begins like none of the platform’s own, today or later. */
export const OwnEventType = z
  .templateLiteral([
    'custom.',
    z.string().regex(/[a-z0-9][a-z0-9_-]{0,39}(?:\.[a-z0-9][a-z0-9_-]{0,39}){0,3}/),
  ])
  .meta({
    id: 'OwnEventType',
    description: 'Event type of your own: `custom.` and up to four words of lower-case letters.',
    example: 'custom.invoice.paid',
  })
export type OwnEventType = z.infer<typeof OwnEventType>

export const isOwnEventType = (type: string): type is OwnEventType => type.startsWith('custom.')

/** Event type that can be routed to a topic. */
export const RoutedEventType = z.union([NotificationEventType, OwnEventType])
export type RoutedEventType = z.infer<typeof RoutedEventType>
