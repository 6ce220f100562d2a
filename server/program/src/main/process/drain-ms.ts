import type { Settings } from '../settings/settings.ts'

/** Returns for how long a process still answers. In development, no load balancer has to notice that it stops. */
export const getDrainMs = ({ PLATFORM_DRAIN_SECONDS, PLATFORM_DEVELOPMENT }: Settings): number =>
  1000 * (PLATFORM_DRAIN_SECONDS ?? (PLATFORM_DEVELOPMENT ? 0 : 5))
