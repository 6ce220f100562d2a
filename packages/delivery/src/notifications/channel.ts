/** Channel on which processes announce changed routes and queued deliveries. */
export const channel = 'notifications'
export const queuedPayload = 'queued'
export const replayPayload = 'replay'
