import { spawn } from 'node:child_process'
import type { Terminal } from './terminal.ts'

/** Opens the address in the person's browser, if that can be done; they are shown the address anyway. */
export function openBrowser(url: string, { env }: Terminal): void {
  // Never through a shell: the address is the server's.
  if (!/^https?:\/\//.test(url)) return
  const [program, ...args] = openerOf(env)
  if (!program) return
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  // Where there is no such program the person opens the address.
  child.on('error', () => {})
  child.unref()
}

function openerOf(env: Terminal['env']): string[] {
  if (env['BROWSER']) return [env['BROWSER']]
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : []
}
