'use client'

import { ProblemError, type Query, type Schemas } from '@platform/client'
import { useState } from 'react'
import type { UiApi } from '../api.ts'
import { PlatformErrorBoundary } from '../platform-error-boundary.tsx'
import { usePlatform } from '../platform-provider.tsx'
import { keys } from '../queries.ts'
import { UiButton } from '../ui/button.tsx'
import { CardHeader, CardLoading, Notice, type BadgeTone } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { Root, useAnnounce } from '../ui/root.tsx'
import { UiTextField } from '../ui/text-field.tsx'
import { useMutation } from '../use-mutation.ts'
import { useUiQuery } from '../use-query.ts'
import type { OnError } from '../use-report.tsx'
import { fillText } from '../words/fill-text.ts'
import { toLabel } from '../words/label.ts'
import { useWords } from '../words/use-words.tsx'
import { approvalWordsIn, type ApprovalWords } from './approval-words.ts'
import { ChangedRecord } from './changed-record.tsx'

export type Approval = Schemas['Approval']
export type ApprovalDetails = Schemas['ApprovalDetails']

export interface ApprovalCardProps {
  /** ID of the approval, from `approval.requested` or the list of approvals. */
  approvalId: string
  groupRef: string
  /** The person who decides. The token needs the claim `approverRoles`. */
  consumerRef: string
  /** Called once the person has approved or rejected. */
  onDecided?: (approval: Approval) => void
  /** Called once for every problem that is shown. */
  onError?: OnError
}

const path = '/v1/projects/{projectIdOrName}/approvals/{approvalId}'

const approvalQuery = (api: UiApi, approvalId: string): Query<ApprovalDetails> => ({
  key: [...keys.caller(api), 'approval', approvalId],
  fetch: () => api.get(path, { params: { projectIdOrName: api.project, approvalId } }),
})

/** Shows what a waiting write will change, field by field, and lets a person approve or reject it. */
export function ApprovalCard(props: ApprovalCardProps) {
  usePlatform()
  return (
    <PlatformErrorBoundary onError={props.onError}>
      <ApprovalScreens key={props.approvalId} {...props} />
    </PlatformErrorBoundary>
  )
}

const tones = {
  pending: 'warning',
  approved: 'good',
  rejected: 'neutral',
  expired: 'neutral',
} as const satisfies Record<Approval['state'], BadgeTone>

function ApprovalScreens({ approvalId, groupRef, consumerRef, onDecided }: ApprovalCardProps) {
  const api = usePlatform().apiFor({ groupRef, consumerRef })
  const { t, language, moment, locale } = useWords()
  const words = approvalWordsIn(language)
  const { data, error, refetch, isFetching } = useUiQuery(approvalQuery(api, approvalId))
  const [decided, setDecided] = useState<Approval>()
  const approval = decided ?? data
  const object = approval ? toLabel(approval.objectName) : ''
  const action = approval && fillText(words[approval.type], { object }, locale)
  const title = [action ?? words.pending, ...(approval?.instance ? [approval.instance] : [])].join(
    ' · ',
  )

  if (!approval) {
    return (
      <Root part="approval" label={title} screen={error ? 'problem' : 'loading'}>
        {error ? (
          <UiProblemMessage error={error} onRetry={refetch} />
        ) : (
          <CardLoading label={t('loading')} />
        )}
      </Root>
    )
  }
  const { state, expireTime } = approval
  return (
    <Root part="approval" label={title} screen={state}>
      <CardHeader
        title={title}
        mark={null}
        subtitle={
          state === 'pending' && fillText(words.until, { time: moment(expireTime) }, locale)
        }
      />
      {state === 'pending' && data ? (
        <Decision
          {...{ api, words, isFetching }}
          approval={data}
          onOutdated={refetch}
          onDecided={(after) => {
            setDecided(after)
            onDecided?.(after)
          }}
        />
      ) : (
        <Notice tone={tones[state]} icon={state === 'approved' ? 'check' : 'close'}>
          {words[state]}
        </Notice>
      )}
    </Root>
  )
}

interface DecisionProps {
  api: UiApi
  approval: ApprovalDetails
  words: ApprovalWords
  isFetching: boolean
  onOutdated: () => void
  onDecided: (approval: Approval) => void
}

const isProblem = (error: Error | null, kind: string) =>
  error instanceof ProblemError && error.problem.type.endsWith(`/${kind}`)

function Decision({ api, approval, words, isFetching, onOutdated, onDecided }: DecisionProps) {
  const announce = useAnnounce()
  const [reason, setReason] = useState<string>()
  const params = { projectIdOrName: api.project, approvalId: approval.id }
  const approve = useMutation(() =>
    api.post(`${path}:approve`, { params, body: { shown: approval.shown ?? '' } }),
  )
  const reject = useMutation(() =>
    api.post(`${path}:reject`, { params, body: { ...(reason && { reason }) } }),
  )
  const decide = (mutation: typeof approve) => {
    const onError = (error: Error) => {
      // Shows what is true now: later values, or the decision of somebody else.
      if (isProblem(error, 'approval-outdated') || isProblem(error, 'approval-decided'))
        onOutdated()
    }
    const onSuccess = (after: Approval) => {
      announce(words[after.state])
      onDecided(after)
    }
    // The card shows the error.
    mutation.mutate(undefined, { onSuccess, onError }).catch(() => undefined)
  }
  const isBusy = approve.isPending || reject.isPending || isFetching
  const isOutdated = isProblem(approve.error, 'approval-outdated')
  const failure = isOutdated ? null : (approve.error ?? reject.error)

  return (
    <div className="plat-stack">
      {isOutdated && (
        <Notice tone="warning" icon="alert">
          <p role="alert">{words.changed}</p>
        </Notice>
      )}
      {approval.records.map((record, index) => (
        // Records without an ID are new; their order stays.
        <ChangedRecord key={record.recordId ?? index} {...{ record, words }} type={approval.type} />
      ))}
      {failure && <UiProblemMessage error={failure} />}
      {reason === undefined ? (
        <div className="plat-actions">
          <UiButton
            tone={approval.type === 'delete' ? 'danger' : 'primary'}
            isBusy={approve.isPending}
            disabled={isBusy || approval.shown === undefined}
            onClick={() => decide(approve)}
          >
            {words.approve}
          </UiButton>
          <UiButton disabled={isBusy} onClick={() => setReason('')}>
            {words.reject}
          </UiButton>
        </div>
      ) : (
        <form
          className="plat-stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy) decide(reject)
          }}
        >
          <UiTextField
            label={words.reason}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="plat-actions">
            <UiButton tone="primary" type="submit" isBusy={reject.isPending} disabled={isBusy}>
              {words.reject}
            </UiButton>
            <CancelButton onClick={() => setReason(undefined)} />
          </div>
        </form>
      )}
    </div>
  )
}

function CancelButton({ onClick }: { onClick: () => void }) {
  const { t } = useWords()
  return <UiButton onClick={onClick}>{t('cancel')}</UiButton>
}
