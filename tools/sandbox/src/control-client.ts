import type { ControlledRecord } from './control.ts'
import type { ActiveFaultRule, FaultRule } from './faults.ts'
import type { OAuthApp } from './oauth-apps.ts'
import type { LoggedRequest } from './request-log.ts'
import type { ConsentSetting, SandboxSettings } from './state.ts'

type Values = Record<string, unknown>
/** The organization or portal; defaults to the first one. */
type At = { account?: string }
/** The app; defaults to the built-in one. */
type OfApp = { clientId?: string }

/** Controls a running sandbox. `url` is that of the provider: Salesforce's or HubSpot's. */
export function sandboxControl(url: string) {
  async function call<T = void>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}/__sandbox${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The sandbox refused ${method} ${path}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  return {
    reset: () => call('POST', '/reset', {}),
    accounts: () => call<{ id: string; name: string }[]>('GET', '/accounts'),
    /** Sets the answer of the consent page, or shows it again. */
    consent: (setting: ConsentSetting) => call('POST', '/consent', setting),
    settings: (settings: Partial<SandboxSettings>) =>
      call<SandboxSettings>('POST', '/settings', settings),
    /** Moves the sandbox's clock this far from real time. */
    clock: (offsetSeconds: number) => call<{ now: string }>('POST', '/clock', { offsetSeconds }),
    registerApp: (app: Pick<OAuthApp, 'clientId' | 'clientSecret'> & Partial<OAuthApp>) =>
      call<OAuthApp>('POST', '/apps', app),
    /** Salesforce only: installs the package of an app in an organization. */
    installPackage: (at: At & OfApp = {}) =>
      call('POST', '/packages', { isInstalled: true, ...at }),
    uninstallPackage: (at: At & OfApp = {}) =>
      call('POST', '/packages', { isInstalled: false, ...at }),
    /** Salesforce only: blocks an app in an organization, as its administrators can. */
    blockApp: (isBlocked: boolean, at: At & OfApp = {}) =>
      call('POST', '/blocked-apps', { isBlocked, ...at }),
    /** HubSpot only: sets the scopes that the plan of an account lacks. */
    lackScopes: (scopes: string[], at: At = {}) =>
      call('POST', '/lacked-scopes', { scopes, ...at }),
    /** Expires every access token issued so far; refreshing returns new ones. */
    expireTokens: (at: At = {}) => call('POST', '/tokens/expire', at),
    /** Revokes every token issued so far; only the user can connect again. */
    revokeTokens: (at: At = {}) => call('POST', '/tokens/revoke', at),

    addFault: (rule: FaultRule) => call<ActiveFaultRule>('POST', '/faults', rule),
    faults: () => call<ActiveFaultRule[]>('GET', '/faults'),
    removeFault: (id: string) => call('DELETE', `/faults/${id}`),
    clearFaults: () => call('DELETE', '/faults'),

    requests: () => call<LoggedRequest[]>('GET', '/requests'),
    clearRequests: () => call('DELETE', '/requests'),

    createRecord: (object: string, values: Values, at: At = {}) =>
      call<ControlledRecord>('POST', `/records/${object}`, { values, ...at }),
    updateRecord: (object: string, id: string, values: Values, at: At = {}) =>
      call<ControlledRecord>('PATCH', `/records/${object}/${id}`, { values, ...at }),
    deleteRecord: (object: string, id: string, at: At = {}) =>
      call('DELETE', `/records/${object}/${id}`, at),
    restoreRecord: (object: string, id: string, at: At = {}) =>
      call<ControlledRecord>('POST', `/records/${object}/${id}/restore`, at),
    /** Sets whether the connected user can see the field. */
    showField: (object: string, field: string, visible: boolean, at: At = {}) =>
      call('PUT', `/fields/${object}/${field}/visibility`, { visible, ...at }),
    /** Salesforce only: expires all query locators. */
    forgetCursors: () => call('DELETE', '/cursors'),
    /** Salesforce only: drops all retained events. */
    forgetEvents: () => call('DELETE', '/events'),
    /** Salesforce only: emits a change event without fields, such as `GAP_UPDATE`. */
    announceGap: (object: string, id: string, changeType: string, at: At = {}) =>
      call('POST', `/records/${object}/${id}/gap`, { changeType, ...at }),
  }
}

export type SandboxControl = ReturnType<typeof sandboxControl>
