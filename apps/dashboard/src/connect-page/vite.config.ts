import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The hosted page of connect links: the embedded UI with Preact, each language in a file of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: {
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom': 'preact/compat',
      react: 'preact/compat',
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
  build: {
    target: ['chrome123', 'firefox125', 'safari17.5'],
    // Inlined files would be `data:` URLs, which the page's policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: fileURLToPath(new URL('connect.html', import.meta.url)),
      output: {
        entryFileNames: 'assets/hosted-[name]-[hash].js',
        chunkFileNames: 'assets/hosted-[name]-[hash].js',
        assetFileNames: 'assets/hosted-[name]-[hash][extname]',
      },
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
})
