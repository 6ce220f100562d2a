/** The header by which the route tells the library whose request it is. */
export const clientIpHeader = 'x-platform-client-ip'

/** The same for the ID that the request has in logs. */
export const requestIdHeader = 'x-request-id'
