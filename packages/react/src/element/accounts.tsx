/** `<platform-accounts>`, for pages without React. The file imports from `index.js` what both contain. */
import type { ReactNode } from 'react'
import { AccountList } from '../accounts/account-list.tsx'
import { getPeople, PlatformElement } from './platform-element.tsx'

export type { ElementOptions } from './platform-element.tsx'

/**
 * Lists a customer's accounts of an integration that allows several, and lets end users add, rename and remove
 * them.
 *
 * Attributes: `project`, `integration`, `consumer-ref`, `group-ref`, and those of the options. Events:
 * `platform-install`, `platform-update`, `platform-uninstall`, `platform-error`.
 */
export class PlatformAccountsElement extends PlatformElement {
  protected component(): ReactNode {
    const people = getPeople(this)
    const integration = this.text('integration')
    if (!people || !integration) return null
    return (
      <AccountList
        {...{ integration, ...people }}
        onInstallSuccess={(installationId, config) =>
          this.emit('platform-install', { installationId, config })
        }
        onUpdateSuccess={(installationId, config) =>
          this.emit('platform-update', { installationId, config })
        }
        onUninstallSuccess={(installationId) => this.emit('platform-uninstall', { installationId })}
        onError={(problem) => this.emit('platform-error', { problem })}
      />
    )
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'platform-accounts': PlatformAccountsElement
  }
}

if (typeof customElements !== 'undefined' && !customElements.get('platform-accounts')) {
  customElements.define('platform-accounts', PlatformAccountsElement)
}
