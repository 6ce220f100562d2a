import { healthStates } from './health-states.ts'
import type { Schemas } from './schemas.ts'

type Health = Schemas['Health']

/** Labels of health states, identical everywhere. */
export const healthWords: Record<Health['state'], string> = {
  healthy: 'Healthy',
  unconfirmed: 'Unconfirmed',
  retrying: 'Retrying',
  limited: 'Limit reached',
  needsSignIn: 'Needs sign-in',
  paused: 'Paused',
  failing: 'Failing',
}

/** Severity of each state. */
export const healthTones: Record<Health['state'], 'good' | 'warning' | 'bad'> = {
  healthy: 'good',
  unconfirmed: 'warning',
  retrying: 'warning',
  limited: 'warning',
  needsSignIn: 'bad',
  paused: 'warning',
  failing: 'bad',
}

/** Sorts the worst health first, in the order that the server uses to aggregate health. */
export const byHealth = (one: { health: Health }, other: { health: Health }): number =>
  healthStates.indexOf(other.health.state) - healthStates.indexOf(one.health.state)

/** Reports whether a person must act, which retries and first uses do not need. */
export const needsSomebody = ({ state }: Health): boolean =>
  state === 'needsSignIn' || state === 'failing' || state === 'paused'
