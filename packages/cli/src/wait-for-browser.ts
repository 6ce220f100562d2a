import { createServer } from 'node:http'
import { once } from 'node:events'
import { parsePort } from './port-of.ts'

/** What the browser brought back: a grant, or nothing when the person turned the command line away. */
export interface BroughtBack {
  grant: string | undefined
}

/**
 * Listens on this machine for the browser of the person to come back from the server. Whoever
 * else comes learns nothing and changes nothing.
 */
export async function waitForBrowser() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: parsePort(server),
    /** Resolves once a browser comes back from this sign-in; undefined when that takes too long. */
    comesBack(login: string, withinMs: number): Promise<BroughtBack | undefined> {
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(undefined), withinMs)
        server.on('request', (request, response) => {
          const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
          if (pathname !== '/' || searchParams.get('login') !== login) {
            response.writeHead(404).end()
            return
          }
          const grant = searchParams.get('grant') ?? undefined
          const text = grant
            ? 'Signed in. You can close this page.'
            : 'Sign-in denied. You can close this page.'
          response
            .writeHead(200, {
              'content-type': 'text/html; charset=utf-8',
              'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
              'referrer-policy': 'no-referrer',
              connection: 'close',
            })
            .end(`<!doctype html><title>platform</title><p>${text}`)
          clearTimeout(timer)
          resolve({ grant })
        })
      })
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
