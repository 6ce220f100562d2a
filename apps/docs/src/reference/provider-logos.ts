import { findCategoryMark } from '@platform/connectors'
import type { ProviderInfo } from '@platform/contract'
import { escapeMarkup } from '../html.ts'

const folder = 'assets/logos'

/** Returns the files of all logos, by path in the site's folder. The policy of the site allows no `data:` URLs. */
export const logoFiles = (all: ProviderInfo[]): [path: string, svg: string][] =>
  all.flatMap((info) => {
    const { light, dark } = findLogos(info)
    const files: [string, string][] = light ? [[toLogoPath(info), light]] : []
    return dark ? [...files, [toLogoPath(info, '.dark'), dark]] : files
  })

/** Returns the logo of a provider, otherwise the mark of its category or its first letter. Decorative: place it beside the name. */
export function logoHtml(info: ProviderInfo): string {
  const { light, dark } = findLogos(info)
  const { name, displayName = name } = info
  if (!light)
    return `<span class="mark" aria-hidden="true" data-letter="${escapeMarkup(displayName.charAt(0).toUpperCase())}"></span>`
  const source = dark
    ? `<source srcset="/docs/${toLogoPath(info, '.dark')}" media="(prefers-color-scheme: dark)">`
    : ''
  return `<span class="mark" aria-hidden="true"><picture>${source}<img src="/docs/${toLogoPath(info)}" alt="" width="20" height="20" loading="lazy"></picture></span>`
}

/** Providers of a category share its mark. */
function toLogoPath({ name, media, labels }: ProviderInfo, look = ''): string {
  const category = labels?.['category']
  const mark = findCategoryMark(category).media
  const isMark = mark !== undefined && mark.regular?.iconURL === media?.regular?.iconURL
  const file = isMark ? `category-${category?.toLowerCase().replaceAll(/\W+/g, '-')}` : name
  return `${folder}/${file}${look}.svg`
}

/** Returns the drawings that the API returns as URLs; the dark one only if it differs. */
function findLogos({ media }: ProviderInfo): { light?: string; dark?: string } {
  const [light, dark] = [media?.regular?.iconURL, media?.darkMode?.iconURL].map(decodeDrawing)
  return { ...(light && { light }), ...(dark && dark !== light && { dark }) }
}

function decodeDrawing(url: string | undefined): string | undefined {
  const [, svg] = /^data:image\/svg\+xml,(.+)$/.exec(url ?? '') ?? []
  return svg && decodeURIComponent(svg)
}
