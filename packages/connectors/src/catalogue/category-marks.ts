import type { ProviderInfo } from '@platform/contract'
import { toDataUrl } from './logos.ts'

/** Outlines by category, within 18 by 18 from 3, drawn for this project: they are no trademark of anybody. */
const outlines: Readonly<Record<string, string>> = {
  AI: 'M12 5l1.7 5.3L19 12l-5.3 1.7L12 19l-1.7-5.3L5 12l5.3-1.7Z',
  'Advertising and social':
    'M8 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z M16 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z M9.8 11.1l4.4-3.1 M9.8 12.9l4.4 3.1',
  CRM: 'M12 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z M6 18.5c0-2.8 2.7-4.5 6-4.5s6 1.7 6 4.5',
  'Calls and meetings':
    'M7.5 5.5h2.4l1.1 3.2-1.6 1.2a9 9 0 0 0 4.7 4.7l1.2-1.6 3.2 1.1v2.4a2 2 0 0 1-2 2A11 11 0 0 1 5.5 7.5a2 2 0 0 1 2-2Z',
  Commerce: 'M6.5 9h11l1 10h-13Z M9.3 9a2.7 2.7 0 0 1 5.4 0',
  'Data and analytics': 'M6.5 18.5v-5 M12 18.5v-13 M17.5 18.5v-8.5',
  'Development and infrastructure': 'M9 8l-4 4 4 4 M15 8l4 4-4 4 M13.2 6.5l-2.4 11',
  'Field service':
    'M14.8 6.2a3.6 3.6 0 0 0-4.5 4.7L5.5 15.7l2.8 2.8 4.8-4.8a3.6 3.6 0 0 0 4.7-4.5l-2.2 2.2-2.4-.6-.6-2.4Z',
  'Files, sites and design': 'M5 7.5h4.7l1.8 2H19V18H5Z',
  Finance: 'M5.5 10 12 6l6.5 4Z M7.5 10.5V16 M12 10.5V16 M16.5 10.5V16 M5.5 18.5h13',
  'Forms and scheduling': 'M5.5 7h13v11.5h-13Z M5.5 10.5h13 M9 5v3.5 M15 5v3.5',
  Marketing: 'M6 10.5v3l8.5 4v-11Z M8.2 14.5v4 M17 10a2.8 2.8 0 0 1 0 4',
  'Messages and communities': 'M5.5 6.5h13v9h-6.5L8.5 19v-3.5h-3Z',
  'Payments and billing': 'M5 7.5h14v9.5H5Z M5 10.8h14 M7.8 14.2h3',
  People:
    'M9.5 11.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2Z M4.8 18c0-2.5 2.1-4.2 4.7-4.2s4.7 1.7 4.7 4.2 M15 6.5a2.5 2.5 0 0 1 0 4.5 M16.7 14.2c1.6.7 2.5 2 2.5 3.8',
  'Sales engagement': 'M18.8 5.2 5.2 10.7l5.4 2.7 2.7 5.4Z M10.6 13.4l8.2-8.2',
  Support:
    'M6.5 14v-2a5.5 5.5 0 0 1 11 0v2 M6.5 13h2v4.5h-2Z M15.5 13h2v4.5h-2Z M17 17.5c0 1.3-1.4 1.8-3.5 1.8',
  'Work and documents': 'M7.5 5h6.3l2.7 2.8V19h-9Z M10 11h4 M10 14.5h4',
}

/** Visible on light and on dark backgrounds. */
const [onLight, onDark] = ['#4a5263', '#c3c9d5']

/** Returns the neutral mark of a category, for providers without a free logo. */
export function findCategoryMark(category: string | undefined): Pick<ProviderInfo, 'media'> {
  if (category === undefined || !Object.hasOwn(outlines, category)) return {}
  const draw = (colour: string) => ({
    iconURL: toDataUrl(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="3 3 18 18"><path fill="none" stroke="${colour}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" d="${outlines[category]}"/></svg>`,
    ),
  })
  return { media: { regular: draw(onLight), darkMode: draw(onDark) } }
}
