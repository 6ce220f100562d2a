import { limited, type Limited, type TenantLimits } from '@platform/kernel/access'
import type { Settings } from './settings.ts'

export const getTenantLimits = (settings: Settings): TenantLimits =>
  Object.fromEntries(
    Object.entries(limited).map(([what, { setting }]) => [what, settings[setting]]),
  ) as Record<Limited, number>
