import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icons.tsx'

/** Explains that the customer does not share records, with a text to send to them. */
export function SupportAccessOff({ customer = 'The customer' }: { customer?: string | undefined }) {
  return (
    <div className="notice">
      <Icon name="people" />
      <div className="notice-text">
        <p className="strong">Support access is off</p>
        <p>
          {customer} has not allowed your team to view delivered records. Only someone at the
          customer can turn it on, in your product: open the integration, then <em>Manage</em>, then{' '}
          <em>Support access</em>.
        </p>
        <p className="badges">
          <span className="hint">Copy a request to send to the customer</span>
          <CopyButton text={request} what="request" />
        </p>
      </div>
    </div>
  )
}

const request =
  'To look into this, we need to view the records that were synced for you. Please open the integration, choose Manage, and allow support to view synced records. Each view is logged, and you can end it at any time.'
