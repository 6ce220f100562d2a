/**
 * For conditions that become true in the background: after this time, on any machine, they never
 * will.
 */
export const patiently = { timeout: 300_000, interval: 25 }
