/** Header with which the route passes the client's address to the library. */
export const clientIpHeader = 'x-platform-client-ip'

/** Header with the request's ID in logs. */
export const requestIdHeader = 'x-request-id'
