import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'

/** Collects the methods of each path, for 405 and OPTIONS only. */
export function collectMethods(http: FastifyInstance): (path: string) => string[] {
  const router = findMyWay({ maxParamLength: 4096 })
  const methods = new Set<HTTPMethod>()
  http.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat() as HTTPMethod[]) {
      if (router.hasRoute(name, url)) continue
      router.on(name, url, () => {})
      methods.add(name)
    }
  })
  return (path) => {
    try {
      return [...methods].filter((method) => router.find(method, path) !== null)
    } catch {
      return []
    }
  }
}
