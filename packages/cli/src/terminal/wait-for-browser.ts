import { createServer } from 'node:http'
import { once } from 'node:events'
import { parsePort } from './parse-port.ts'

/** Result of the browser: a grant, or none if the person denied the sign-in. */
export interface BroughtBack {
  grant: string | undefined
}

/**
 * Listens locally for the person's browser to return from the server. Other requests learn nothing
 * and have no effect.
 */
export async function waitForBrowser() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: parsePort(server),
    /** Resolves when a browser returns from this sign-in; undefined after a time limit. */
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
