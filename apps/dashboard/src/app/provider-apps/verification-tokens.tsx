import type { Schemas } from '@platform/client'
import { useAction } from '../api/use-action.ts'
import { useDashboard, useProject } from '../context.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'
import { Time } from '../ui/time.tsx'

interface VerificationTokensProps {
  app: Schemas['ProviderApp']
  provider: Schemas['ProviderInfo']
  webhook: Schemas['ProviderAppWebhook']
}

/** Lists the unsigned tokens with which the provider, or a stranger, checked the URL. */
export function VerificationTokens({ app, provider, webhook }: VerificationTokensProps) {
  const { store } = useDashboard()
  const { actions, queries } = useProject()
  const accept = useAction(
    () => actions.resetProviderAppWebhook(app.id),
    () => store.invalidate(queries.providerAppWebhook(app.id).key),
  )
  const { verificationTokens: tokens, ignoredTokenTime, tokensAcceptedUntil } = webhook
  const isNeeded = tokens.length > 1 || ignoredTokenTime !== undefined
  return (
    <>
      {tokens.map(({ token, receivedTime }) => (
        <p key={`${receivedTime} ${token}`}>
          Verification token:{' '}
          {token ? <CopyableId what="verification token">{token}</CopyableId> : 'hidden'}{' '}
          <Time at={receivedTime} />
        </p>
      ))}
      {isNeeded && (
        <div className="notice" data-tone="warning">
          <div className="notice-text">
            {tokens.length > 1 ? (
              <p>
                {tokens.length} verification tokens arrived. They are not signed, so strangers sent
                some. {provider.displayName} accepts only its own. Save no other.
              </p>
            ) : (
              <p>
                A verification token was ignored, because signed requests arrive already. To set the
                webhook up again, accept new tokens first.
              </p>
            )}
          </div>
          <Button changes isBusy={accept.isRunning} onClick={() => void accept.run()}>
            Accept new tokens
          </Button>
        </div>
      )}
      {!isNeeded && tokens.length === 0 && tokensAcceptedUntil && (
        <p className="hint">
          New verification tokens are accepted until <Time at={tokensAcceptedUntil} />.
        </p>
      )}
      {accept.error && <ProblemMessage error={accept.error} />}
    </>
  )
}
