// Generated from the contract by `npm run gen`.

/** Every event type that a topic can receive. */
export const notificationEventTypes = [
  'connection.created',
  'connection.error',
  'connection.refreshed',
  'connection.updated',
  'connection.deleted',
  'installation.created',
  'installation.updated',
  'installation.deleted',
  'installation.incomplete',
  'read.schedule.paused',
  'read.backfill.done',
  'read.triggered.done',
  'read.triggered.error',
  'write.async.done',
  'approval.requested',
  'approval.decided',
  'subscribe.create.error',
  'records.limit.warning',
  'destination.pull.lagging',
  'destination.pull.recovered',
  'destination.webhook.disabled',
] as const
