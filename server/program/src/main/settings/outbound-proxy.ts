import type { OutboundProxySettings } from '@platform/kernel/egress'
import type { Settings } from './settings.ts'

export const loopbackHosts = ['localhost', '127.0.0.0/8', '::1']

/** Returns the proxies of the settings, with further hosts that are reached directly. */
export const toOutboundProxy = (
  settings: Settings,
  directHosts: readonly string[] = [],
): OutboundProxySettings => ({
  http: settings.HTTP_PROXY,
  https: settings.HTTPS_PROXY,
  exceptions: [settings.NO_PROXY ?? '', ...directHosts].join(','),
  resolvesNames: settings.PLATFORM_PROXY_RESOLVES,
})
