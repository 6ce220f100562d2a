/** The channel on which processes tell each other of changed routes and queued deliveries. */
export const channel = 'notifications'
export const queuedPayload = 'queued'
export const replayPayload = 'replay'
