import type { AttemptRecord } from '../history/attempts.ts'
import { heldDue, type Message } from '../message.ts'
import type { DestinationLane } from './destination-lanes.ts'
import { nextStep } from './next-step.ts'
import { afterOutcome, freshPressure } from './pressure.ts'
import type { SenderPorts, SenderSettings, SenderTarget, Verdict } from './sender.ts'

/** To be sent when the destination is enabled. */
export const whenEnabled: Verdict = { status: 'pending', due: heldDue.getTime() }

/**
 * Records an attempt and what follows from it: the pressure on the lane, since when the destination
 * fails, and whether the message is sent again or the destination disabled.
 */
export function concludeAttempt(
  ports: SenderPorts,
  { policy, pressure }: SenderSettings,
  {
    lane,
    target,
    message,
    attempt,
  }: { lane: DestinationLane; target: SenderTarget; message: Message; attempt: AttemptRecord },
): void {
  const now = ports.now()
  const { outcome } = attempt
  lane.pressure = afterOutcome(lane.pressure, outcome, now, pressure)
  const failingSince = outcome.succeeded ? undefined : (target.failingSince ?? attempt.at)
  if (failingSince !== target.failingSince) {
    ports.failing(target, failingSince, outcome.succeeded ? '' : outcome.detail)
  }

  message.attemptsUsed++
  const step = nextStep(
    outcome,
    {
      attemptsUsed: message.attemptsUsed,
      failingSince: failingSince ?? now,
      now,
      chance: ports.chance(),
    },
    target.mayDisable ? policy : { ...policy, disableAfterMs: Infinity },
  )
  switch (step.do) {
    case 'finish':
      return ports.record(message, { status: 'delivered' }, attempt)
    case 'give-up':
      return ports.record(message, { status: 'failed' }, attempt)
    case 'retry':
      return ports.record(message, { status: 'pending', due: step.at }, attempt)
    case 'disable':
      message.attemptsUsed = 0
      // Nothing is sent until the destination is enabled, and then immediately.
      lane.pressure = freshPressure(pressure)
      ports.record(message, whenEnabled, attempt)
      return ports.disable(target, step.reason)
  }
}
