import { callbackify } from 'node:util'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { mailAsHtml } from './mail-html.ts'
import type { Egress } from '@platform/kernel/egress'

declare module '@platform/kernel/domain' {
  interface DomainInputs {
    mailer: Mailer
  }
}

export interface Mail {
  to: string
  subject: string
  /** Paragraphs, separated by an empty line. A link stands alone in its line. */
  text: string
  /** Label of the button that replaces the first link where HTML is shown. */
  action?: string
  /** Labels of the further links, in order, where HTML is shown. */
  links?: readonly string[]
}

export interface Mailer {
  /** Whether a mail server is configured. */
  isConfigured: boolean
  /** Sends the mail; returns `false` if it was logged instead. */
  send(mail: Mail): Promise<boolean>
}

/** Timeout of the mail server: a request waits for it. */
const answersWithinMs = 10_000

/** Sends by SMTP if a server is configured; otherwise mails are logged by default. */
export function createMailer({
  smtp,
  publicUrl,
  from = 'Platform <no-reply@localhost>',
  log,
  show = ({ to, subject, text }) =>
    log.info({ to, subject, text }, 'no mail server configured; mail not sent'),
}: {
  smtp?: {
    /** Such as `smtps://user:password@mail.example:465`. */
    url: string
    /** The operator's egress, which guards the connection to the mail server. */
    egress: Pick<Egress, 'connect'>
  }
  /** URL of the platform. Only links below it become links where HTML is shown. */
  publicUrl: string
  from?: string
  log: Pick<Logger, 'info' | 'error'>
  /** Receives mails if no mail server is configured. */
  show?: ((mail: Mail) => void) | undefined
}): Mailer {
  if (!smtp) {
    return {
      isConfigured: false,
      async send(mail) {
        show(mail)
        return false
      },
    }
  }
  let transport: Promise<Transporter> | undefined
  // Loaded with the first mail, because many servers never send one.
  const open = async () =>
    (await import('nodemailer')).default.createTransport({
      url: smtp.url,
      getSocket: callbackify(
        async ({
          host,
          port,
          secure,
        }: {
          host?: string
          port?: number | string
          secure?: boolean
        }) => ({
          connection: await smtp.egress.connect({
            host: host ?? 'localhost',
            port: Number(port ?? (secure ? 465 : 587)),
          }),
        }),
      ),
      connectionTimeout: answersWithinMs,
      greetingTimeout: answersWithinMs,
      socketTimeout: answersWithinMs,
    })
  return {
    isConfigured: true,
    async send(mail) {
      try {
        transport ??= open()
        const { to, subject, text } = mail
        const html = mailAsHtml(mail, publicUrl)
        await (await transport).sendMail({ from, to, subject, text, html })
        return true
      } catch (error) {
        // An invite is valid even if its mail fails: the inviter gets the link.
        log.error({ err: error, to: mail.to }, 'The mail could not be sent')
        return false
      }
    },
  }
}
