'use client'

import type { Part } from '../options.ts'
import { useOptionalPlatform } from '../platform-provider.tsx'

/** Names a part of the screen and adds the class names that the host has for it. */
export function usePart(part: Part, className: string) {
  const own = useOptionalPlatform()?.options.appearance?.elements?.[part]
  return {
    className: own ? `${className} ${own}` : className,
    'data-plat-part': part,
    // Where the page has class names of its own, its rules count more than ours.
    'data-plat-own': own ? '' : undefined,
  }
}
