/** `<platform-approval>`, for pages without React. The bundle includes everything but the stylesheet. */
import type { ReactNode } from 'react'
import { ApprovalCard, type Approval } from '../approvals/approval-card.tsx'
import { PlatformElement } from './platform-element.tsx'

export type { ElementOptions } from './platform-element.tsx'
export type { Approval }

/**
 * Shows a waiting write and lets a person approve or reject it.
 *
 * Attributes: `project`, `approval-id`, `consumer-ref`, `group-ref`, and those of the options. Events: `platform-decide`,
 * `platform-error`.
 */
export class PlatformApprovalElement extends PlatformElement {
  protected component(): ReactNode {
    const [approvalId, groupRef, consumerRef] = [
      this.text('approval-id'),
      this.text('group-ref'),
      this.text('consumer-ref'),
    ]
    if (!approvalId || !groupRef || !consumerRef) return null
    return (
      <ApprovalCard
        {...{ approvalId, groupRef, consumerRef }}
        onDecided={(approval) => this.emit('platform-decide', { approval })}
        onError={(problem) => this.emit('platform-error', { problem })}
      />
    )
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'platform-approval': PlatformApprovalElement
  }
  interface HTMLElementEventMap {
    'platform-decide': CustomEvent<{ approval: Approval }>
  }
}

if (typeof customElements !== 'undefined' && !customElements.get('platform-approval')) {
  customElements.define('platform-approval', PlatformApprovalElement)
}
