/** Hosts of this machine, such as `npm start`, have no use for a proxy. */
const direct = ['localhost', '127.0.0.1', '::1', '[::1]']

const variables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

/** Returns the first variable that names a proxy for outgoing requests; undefined without one. */
export const findProxyVariable = (env: NodeJS.ProcessEnv): string | undefined =>
  variables.find((name) => env[name])

/**
 * Returns the environment in which Node sends requests through the proxy of its variables, which it
 * reads only when it starts; undefined if it does already, or without a proxy.
 */
export function getProxiedEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv | undefined {
  if (env['NODE_USE_ENV_PROXY'] !== undefined || !findProxyVariable(env)) return undefined
  const own = env['NO_PROXY'] ?? env['no_proxy'] ?? ''
  const noProxy = own.trim() === '*' ? own : [own, ...direct].filter(Boolean).join(',')
  return { ...env, NODE_USE_ENV_PROXY: '1', NO_PROXY: noProxy, no_proxy: noProxy }
}
