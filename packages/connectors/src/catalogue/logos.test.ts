import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { findCategoryMark } from './category-marks.ts'
import { sharedLogos } from './logos.ts'

const folder = new URL('../../catalogue/logos/', import.meta.url)
const logos = readdirSync(folder).map((file) => ({
  name: basename(file, '.svg'),
  text: readFileSync(new URL(file, folder), 'utf8'),
}))

it.each(logos)('the logo of $name is one shape in one colour without active content', (logo) => {
  expect(catalogue).toHaveProperty(logo.name)
  expect(logo.text).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 24 24"><path fill="#[\da-f]{6}" d="[MmLlHhVvCcSsQqTtAaZz\d.,e\s-]{1,4100}"\/><\/svg>\n$/,
  )
})

it.each(Object.entries(sharedLogos))('%s has the logo of %s', (provider, of) => {
  expect(logos.map(({ name }) => name)).toContain(of)
  expect(catalogue[provider]?.info.media).toEqual(catalogue[of]?.info.media)
})

it('is returned with the provider, in a colour visible on the background', () => {
  const { github, hubspot, mailchimp, salesforce } = catalogue
  const listShown = (of: typeof github) =>
    [of?.info.media?.regular, of?.info.media?.darkMode].map(
      (image) => /fill="(.*?)"/.exec(decodeURIComponent(image?.iconURL ?? ''))?.[1],
    )

  expect(github?.info.media?.regular?.iconURL).toMatch(/^data:image\/svg\+xml,/)
  expect(listShown(github)).toEqual(['#181717', '#ffffff'])
  expect(listShown(hubspot)).toEqual(['#ff7a59', '#ff7a59'])
  expect(listShown(mailchimp)).toEqual(['#000000', '#ffe01b'])
  expect(salesforce?.info.media).toEqual(findCategoryMark('CRM').media)
})

it('is a neutral mark of the category for providers without a logo', () => {
  const withoutMedia = Object.values(catalogue).filter(({ info }) => !info.media)
  const { pipedrive } = catalogue
  const mark = decodeURIComponent(pipedrive?.info.media?.regular?.iconURL ?? '')

  expect(withoutMedia.map(({ info }) => [info.name, info.labels])).toEqual([])
  expect(mark).toMatch(/^data:image\/svg\+xml,<svg [^<]*<path [^<]*<\/svg>$/)
})
