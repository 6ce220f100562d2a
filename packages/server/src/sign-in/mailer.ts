import nodemailer from 'nodemailer'
import type { Logger } from 'pino'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Whether a mail server is configured, so that mails reach people. */
  isConfigured: boolean
  /** Sends the mail, or says that it did not (`false`): then its text is in the log instead. */
  send(mail: Mail): Promise<boolean>
}

/** A mail server that says nothing for so long is given up: somebody waits for the reply. */
const answersWithinMs = 10_000

/** Sends by SMTP when a server is configured; otherwise mails are shown, by default in the log. */
export function createMailer({
  smtpUrl,
  from = 'Platform <no-reply@localhost>',
  log,
  show = ({ to, subject, text }) =>
    log.info({ to, subject, text }, 'No mail server is configured; the mail would read'),
}: {
  /** Such as `smtps://user:password@mail.example:465`. */
  smtpUrl?: string
  from?: string
  log: Pick<Logger, 'info' | 'error'>
  /** What happens to mails that nobody sends. */
  show?: ((mail: Mail) => void) | undefined
}): Mailer {
  if (!smtpUrl) {
    return {
      isConfigured: false,
      async send(mail) {
        show(mail)
        return false
      },
    }
  }
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: answersWithinMs,
    greetingTimeout: answersWithinMs,
    socketTimeout: answersWithinMs,
  })
  return {
    isConfigured: true,
    async send(mail) {
      try {
        await transport.sendMail({ from, ...mail })
        return true
      } catch (error) {
        // An invite stands even when its mail does not go out: the inviter gets the link.
        log.error({ err: error, to: mail.to }, 'The mail could not be sent')
        return false
      }
    },
  }
}
