// Generated from the contract by `npm run gen`.

/** Each is worse than the one before it. */
export const healthStates = [
  'healthy',
  'unconfirmed',
  'retrying',
  'limited',
  'paused',
  'failing',
  'needsSignIn',
] as const
