/** `<platform-destinations>`, for pages without React. The file imports from `index.js` what both contain. */
import type { ReactNode } from 'react'
import { DestinationList } from '../destinations/destination-list.tsx'
import type { Destination } from '../destinations/destination-types.ts'
import { PlatformElement } from './platform-element.tsx'

export type { ElementOptions } from './platform-element.tsx'
export type { Destination }

/**
 * Lets end users manage the webhooks of their group.
 *
 * Attributes: `project`, `consumer-ref`, `group-ref`, and those of the options. Events: `platform-destination-add`,
 * `platform-destination-delete`, `platform-error`.
 */
export class PlatformDestinationsElement extends PlatformElement {
  protected component(): ReactNode {
    const [groupRef, consumerRef] = [this.text('group-ref'), this.text('consumer-ref')]
    if (!groupRef || !consumerRef) return null
    return (
      <DestinationList
        {...{ groupRef, consumerRef }}
        onAdded={(destination) => this.emit('platform-destination-add', { destination })}
        onDeleted={(destinationId) => this.emit('platform-destination-delete', { destinationId })}
        onError={(problem) => this.emit('platform-error', { problem })}
      />
    )
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'platform-destinations': PlatformDestinationsElement
  }
  interface HTMLElementEventMap {
    'platform-destination-add': CustomEvent<{ destination: Destination }>
    'platform-destination-delete': CustomEvent<{ destinationId: string }>
  }
}

if (typeof customElements !== 'undefined' && !customElements.get('platform-destinations')) {
  customElements.define('platform-destinations', PlatformDestinationsElement)
}
