import react from '@vitejs/plugin-react'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { placeAt } from './src/app/routes.ts'

const platform = process.env['PLATFORM_URL'] ?? 'http://127.0.0.1:4000'
const root = fileURLToPath(new URL('src/app', import.meta.url))

/** Reports whether Vite answers the request: for pages of the dashboard and their modules. */
function isOfDashboard(url: string): boolean {
  const { pathname } = new URL(url, 'http://dashboard')
  return (
    placeAt(pathname) !== undefined ||
    /^\/(@|node_modules\/)/.test(pathname) ||
    existsSync(join(root, decodeURIComponent(pathname)))
  )
}

/** Lazily loaded modules have no styles or dependencies to preload, which saves a kilobyte. */
const noPreload: Plugin = {
  name: 'no-preload',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    id.includes('vite/preload-helper')
      ? 'export const __vitePreload = (load) => load()'
      : undefined,
}

/** Loads the parts that most screens share together with the first file, instead of after each other. */
const preloadShared: Plugin = {
  name: 'preload-shared',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.startsWith('assets/shared-'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head',
        })),
  },
}

/** `<guide>.md?samples` exports the samples of a guide in each language, without the guide. */
const samplesOfGuides: Plugin = {
  name: 'samples-of-guides',
  enforce: 'pre',
  async load(id) {
    const [path = '', query] = id.split('?')
    if (query !== 'samples') return undefined
    this.addWatchFile(path)
    const guide = await readFile(path, 'utf8')
    const samples = [...guide.matchAll(/```\w+ tab="([^"]+)"\n([^]*?)\n```/g)]
    return `export default ${JSON.stringify(samples.map(([, language, code]) => ({ language, code })))}`
  },
}

/** `vite` serves the dashboard with hot reload, using a platform at `PLATFORM_URL`. */
export default defineConfig({
  root,
  plugins: [noPreload, preloadShared, samplesOfGuides, react()],
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    // Browsers that know `light-dark()` and `popover`; for older ones each colour would be written twice.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    // Inlined files would be `data:` URLs, which the page's policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first page is one file, even if lazily loaded pages share parts of it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            {
              name: 'shared',
              test: /\/dashboard\/src\/app\//,
              minShareCount: 4,
              maxModuleSize: 9_000,
            },
          ],
        },
        // Parts of the components, for their preview.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => /\/react\/src\/(?!themes|locales)/.test(id))
            ? 'assets/ui-[name]-[hash].js'
            : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    proxy: {
      '^/': {
        target: platform,
        bypass: ({ url = '/' }) => (isOfDashboard(url) ? url : undefined),
      },
    },
  },
})
