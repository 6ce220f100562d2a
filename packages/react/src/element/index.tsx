/**
 * `<platform-install>`, `<platform-connect>` and `<platform-integrations>` for pages without React. The bundle includes
 * everything, so one file and the stylesheet are sufficient.
 */
import type { ReactNode } from 'react'
import type { InstallationConfig } from '../config/config.ts'
import { ConnectProvider } from '../connect/connect-provider.tsx'
import { InstallIntegration } from '../install/install-integration.tsx'
import { IntegrationList } from '../list/integration-list.tsx'
import type { FieldMapping } from '../installation-provider.tsx'
import type { Connection, ProblemDetails } from '../config/wire.ts'
import { getPeople, pickDefined, PlatformElement } from './platform-element.tsx'

export type { ElementOptions } from './platform-element.tsx'
export type { InstallationConfig, Connection, FieldMapping, ProblemDetails }

/**
 * Lets an end user connect, install and manage an integration.
 *
 * Attributes: `project`, `integration`, `consumer-ref`, `group-ref`, and those of the options. Events:
 * `platform-install`, `platform-update`, `platform-uninstall`, `platform-error`.
 */
export class PlatformInstallElement extends PlatformElement {
  #fieldMapping: FieldMapping | undefined

  /** Mappings that the page adds at run time, by object. */
  get fieldMapping(): FieldMapping | undefined {
    return this.#fieldMapping
  }
  set fieldMapping(fieldMapping: FieldMapping | undefined) {
    this.#fieldMapping = fieldMapping
    this.handleChange()
  }

  protected component(): ReactNode {
    const people = getPeople(this)
    const integration = this.text('integration')
    if (!people || !integration) return null
    return (
      <InstallIntegration
        integration={integration}
        {...people}
        instance={this.text('instance')}
        {...(this.text('variant') === 'wizard' && { variant: 'wizard' })}
        fieldMapping={this.#fieldMapping}
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

/**
 * Lets an end user connect an account at a provider, without installing anything.
 *
 * Attributes: `project`, `provider`, `consumer-ref`, `group-ref`, `module`, `redirect-url`, and those of the
 * options. Events: `platform-connect`, `platform-disconnect`, `platform-error`.
 */
export class PlatformConnectElement extends PlatformElement {
  protected component(): ReactNode {
    const people = getPeople(this)
    const provider = this.text('provider')
    if (!people || !provider) return null
    return (
      <ConnectProvider
        provider={provider}
        {...people}
        {...pickDefined({ module: this.text('module'), redirectUrl: this.text('redirect-url') })}
        onConnectSuccess={(connection) => this.emit('platform-connect', { connection })}
        onDisconnectSuccess={(connection) => this.emit('platform-disconnect', { connection })}
        onError={(problem) => this.emit('platform-error', { problem })}
      />
    )
  }
}

/**
 * Lists all integrations of the project with their state, and opens the chosen one.
 *
 * Attributes: `project`, `consumer-ref`, `group-ref`, `select` and the options. With `select="event"`, a chosen integration
 * does not open in place. Events: `platform-select`, `platform-install`, `platform-update`, `platform-uninstall`,
 * `platform-error`.
 */
export class PlatformIntegrationsElement extends PlatformElement {
  protected component(): ReactNode {
    const people = getPeople(this)
    if (!people) return null
    return (
      <IntegrationList
        {...people}
        {...(this.text('select') === 'event' && {
          onSelect: (integration: string) => this.emit('platform-select', { integration }),
        })}
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
    'platform-install': PlatformInstallElement
    'platform-connect': PlatformConnectElement
    'platform-integrations': PlatformIntegrationsElement
  }
  interface HTMLElementEventMap {
    'platform-install': CustomEvent<{ installationId: string; config: InstallationConfig }>
    'platform-update': CustomEvent<{ installationId: string; config: InstallationConfig }>
    'platform-uninstall': CustomEvent<{ installationId: string }>
    'platform-connect': CustomEvent<{ connection: Connection }>
    'platform-disconnect': CustomEvent<{ connection: Connection }>
    'platform-select': CustomEvent<{ integration: string }>
    'platform-error': CustomEvent<{ problem: ProblemDetails }>
  }
}

if (typeof customElements !== 'undefined' && !customElements.get('platform-install')) {
  customElements.define('platform-install', PlatformInstallElement)
  customElements.define('platform-connect', PlatformConnectElement)
  customElements.define('platform-integrations', PlatformIntegrationsElement)
}
