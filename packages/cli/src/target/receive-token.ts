import { formatReceiveToken, parseReceiveToken } from '@platform/client/receive'

/** Returns the token with the address at which this machine reaches the server, which may have several. */
export const atKnownAddress = (token: string, baseUrl: string): string =>
  formatReceiveToken({ ...parseReceiveToken(token), baseUrl })
