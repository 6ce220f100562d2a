'use client'

import { useState } from 'react'
import { UiButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { UiHealthBadge } from '../ui/health-badge.tsx'
import { CardHeader, Notice } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { useAnnounce } from '../ui/root.tsx'
import { useAllWords } from '../words/all-words.ts'
import { describeAttempt } from './attempt-text.ts'
import { DestinationEntry } from './destination-entry.tsx'
import { nameMessages, type DestinationText } from './destination-words.ts'
import type {
  DeliveryAttempt,
  Destination,
  DestinationSettings,
  DestinationWithSecret,
} from './destination-types.ts'
import { DestinationDeliveries } from './destination-deliveries.tsx'
import { useDestinationMutations, type DestinationCaller } from './use-destinations.ts'

interface DestinationDetailsProps {
  w: DestinationText
  caller: DestinationCaller
  settings: DestinationSettings
  destination: Destination
  onSecret: (rotated: DestinationWithSecret) => void
  onDeleted: () => void
  onClose: () => void
}

/** A destination with its deliveries. */
export function DestinationDetails({
  w,
  caller,
  settings,
  destination,
  onSecret,
  onDeleted,
  onClose,
}: DestinationDetailsProps) {
  const { t } = useAllWords()
  const announce = useAnnounce()
  const { update, remove, test, rotateSecret } = useDestinationMutations(caller)
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete'>()
  const [tested, setTested] = useState<DeliveryAttempt>()
  const { id, label } = destination
  const isDisabled = destination.status === 'disabled'
  /** Ends the question after success; the dialog or the form shows the error. */
  const finish = <Result,>(sent: Promise<Result>, then: (result: Result) => void) =>
    void sent
      .then((result) => {
        setAsking(undefined)
        then(result)
      })
      .catch(() => undefined)

  if (asking === 'edit') {
    return (
      <div className="plat-stack">
        <CardHeader title={label} mark={null} />
        <DestinationEntry
          {...{ w, settings, destination }}
          mutation={update}
          onSubmit={(entered) =>
            finish(update.mutate({ id, ...entered }), () => announce(t('allSaved')))
          }
          onCancel={() => {
            update.reset()
            setAsking(undefined)
          }}
        />
      </div>
    )
  }
  return (
    <div className="plat-stack">
      <div className="plat-actions">
        <UiButton tone="quiet" onClick={onClose}>
          {t('back')}
        </UiButton>
      </div>
      <DestinationState {...{ w, settings, destination, tested }} />
      {[test, update].map(
        ({ error }, nth) => error && <UiProblemMessage key={nth} error={error} />,
      )}
      <div className="plat-actions">
        <UiButton
          tone="primary"
          isBusy={test.isPending}
          onClick={() => {
            setTested(undefined)
            finish(test.mutate(id), (attempt) => {
              setTested(attempt)
              announce(w(attempt.succeeded ? 'tested' : 'testFailed'))
            })
          }}
        >
          {w('test')}
        </UiButton>
        <UiButton onClick={() => setAsking('edit')}>{t('edit')}</UiButton>
        <UiButton
          isBusy={update.isPending}
          onClick={() => finish(update.mutate({ id, disabled: !isDisabled }), () => undefined)}
        >
          {w(isDisabled ? 'enable' : 'disable')}
        </UiButton>
        <UiButton onClick={() => setAsking('rotate')}>{w('rotate')}</UiButton>
        <UiButton tone="danger" onClick={() => setAsking('delete')}>
          {w('delete')}
        </UiButton>
      </div>
      <DestinationDeliveries {...{ w, caller }} destinationId={id} />
      {asking === 'rotate' && (
        <ConfirmDialog
          title={w('rotateTitle')}
          confirmLabel={w('rotate')}
          isBusy={rotateSecret.isPending}
          error={rotateSecret.error}
          onConfirm={() => finish(rotateSecret.mutate(id), onSecret)}
          onCancel={() => setAsking(undefined)}
        >
          {w('rotateText')}
        </ConfirmDialog>
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={w('deleteTitle', { name: label })}
          confirmLabel={w('delete')}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => finish(remove.mutate(id), onDeleted)}
          onCancel={() => setAsking(undefined)}
        >
          {w('deleteText')}
        </ConfirmDialog>
      )}
    </div>
  )
}

interface DestinationStateProps extends Pick<
  DestinationDetailsProps,
  'w' | 'settings' | 'destination'
> {
  /** Result of the test that was just sent. */
  tested: DeliveryAttempt | undefined
}

/** What a destination receives, and how it fares. */
function DestinationState({ w, settings, destination, tested }: DestinationStateProps) {
  const { t, list, moment } = useAllWords()
  const { label, url, status, health, formerKeyUntil } = destination
  const isDisabled = status === 'disabled'
  const offered = destination.eventTypes.filter((type) => settings.eventTypes.includes(type))
  return (
    <>
      <CardHeader
        title={label}
        subtitle={
          <code className="plat-code" dir="ltr">
            {url}
          </code>
        }
        mark={null}
      >
        <UiHealthBadge of={health} healthy="active" />
      </CardHeader>
      <p>
        <span className="plat-strong">{w('messages')}</span>{' '}
        {list(offered.map((type) => nameMessages(w, type)))}
      </p>
      {health.state !== 'healthy' && (
        <Notice tone="warning" icon="alert">
          <p>{isDisabled ? w('disabledText') : w('failingText')}</p>
          {!isDisabled && health.reason && (
            <p className="plat-muted">
              <bdi>{health.reason}</bdi>
            </p>
          )}
          {!isDisabled && health.retryTime && (
            <p>{t('triedAgain', { time: moment(health.retryTime) })}</p>
          )}
        </Notice>
      )}
      {formerKeyUntil && <p>{w('formerUntil', { time: moment(formerKeyUntil) })}</p>}
      {tested && (
        <Notice
          tone={tested.succeeded ? 'good' : 'warning'}
          icon={tested.succeeded ? 'check' : 'alert'}
        >
          <p>{w(tested.succeeded ? 'tested' : 'testFailed')}</p>
          <p>{describeAttempt(w, tested)}</p>
        </Notice>
      )}
    </>
  )
}
