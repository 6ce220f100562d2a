import type { Mail } from './mailer.ts'

/** Sent to new people. */
export const confirmation = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your email address',
  action: 'Confirm address',
  text: `Confirm your email address to create your account:\n${link}\n\nThe link is valid for 24 hours. If you did not sign up, ignore this mail.`,
})

/** Sent instead if the address has an account: the reply to the request does not reveal that. */
export const hasAccount = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'You already have an account',
  action: 'Sign in',
  links: ['Reset password'],
  text: `Someone tried to sign up with this address, which already has an account. Sign in:\n${publicUrl}/\n\nTo reset your password:\n${publicUrl}/forgotten-password\n\nIf this was not you, ignore this mail.`,
})

/** Sent instead if sign-up requires an invite. */
export const notExpected = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'You need an invite to sign up',
  text: `Someone tried to sign up with this address at ${publicUrl}, where sign-up requires an invite. Ask the owner of your organization to invite this address.\n\nIf this was not you, ignore this mail.`,
})
