/** Takes a picture of every screen: `node src/gallery/screenshots.ts <folder> [screen…]`. */
import { mkdir } from 'node:fs/promises'
import { startGallery } from './gallery-server.ts'
import { screens } from './screens.ts'
import { actions } from './screen-actions.ts'

const [folder = 'screenshots', ...only] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
const gallery = await startGallery()
for (const [name, steps] of Object.entries(actions)) {
  const screen = name in screens ? name : name.replace(/\+.*$/, '')
  if (only.length && !only.includes(name)) continue
  for (const [look, options] of [
    ['light', { scheme: 'light' }],
    ['dark', { scheme: 'dark' }],
    ['narrow', { scheme: 'light', width: 320 }],
  ] as const) {
    const page = await gallery.open(screen, options)
    await steps(page)
    await page.screenshot({ path: `${folder}/${name}-${look}.png`, fullPage: true })
    await page.context().close()
  }
}
await gallery.close()
