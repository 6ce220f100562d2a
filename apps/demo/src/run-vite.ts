import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

await build({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  build: { outDir: fileURLToPath(new URL('../dist', import.meta.url)), emptyOutDir: true },
})
