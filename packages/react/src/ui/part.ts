'use client'

import type { Part } from '../config/options.ts'
import { useOptionalPlatform } from '../platform-provider.tsx'

/** Names a part of the screen and adds the host's class names for it. */
export function usePart(part: Part, className: string) {
  const own = useOptionalPlatform()?.options.appearance?.elements?.[part]
  return {
    className: own ? `${className} ${own}` : className,
    'data-plat-part': part,
    // If the page has its own class names, its rules take precedence.
    'data-plat-own': own ? '' : undefined,
  }
}
