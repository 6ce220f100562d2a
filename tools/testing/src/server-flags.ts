/**
 * V8 flags for servers that tests start as processes: with a larger young generation, a start needs
 * a fifteenth less CPU time. The server adds its own flags.
 */
export const serverFlags = ['--min-semi-space-size=16', '--max-semi-space-size=32']
