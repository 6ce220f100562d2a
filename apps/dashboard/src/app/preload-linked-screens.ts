import { placeAt } from './routes.ts'
import { preloadScreen } from './screens.tsx'

/** Starts loading the screen behind a link as soon as the pointer or the focus is on the link. */
export function preloadLinkedScreens(): void {
  for (const type of ['pointerover', 'focusin'] as const) {
    document.addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null
      const place = link?.origin === location.origin ? placeAt(link.pathname) : undefined
      if (place) preloadScreen(place)
    })
  }
}
