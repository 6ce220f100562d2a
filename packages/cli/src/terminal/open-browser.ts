import { spawn } from 'node:child_process'
import type { Terminal } from './terminal.ts'

/** Opens the URL in a browser if possible; it is printed as well. */
export function openBrowser(url: string, { env }: Terminal): void {
  // Never through a shell: the URL comes from the server.
  if (!/^https?:\/\//.test(url)) return
  const [program, ...args] = chooseOpener(env)
  if (!program) return
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  // Without such a program, the user opens the URL.
  child.on('error', () => {})
  child.unref()
}

function chooseOpener(env: Terminal['env']): string[] {
  if (env['BROWSER']) return [env['BROWSER']]
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : []
}
