/** Channel on which processes announce changed routes, queued deliveries and stored messages. */
export const channel = 'notifications'
export const queuedPayload = 'queued'
export const replayPayload = 'replay'
/** Followed by a space and the IDs of `pull` destinations with new messages, separated by spaces. */
export const pulledPayload = 'pulled'
