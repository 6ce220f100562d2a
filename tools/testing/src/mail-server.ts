import { once } from 'node:events'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { getPort } from '@platform/kernel/values'

/** Starts a mail server that stores what it receives (RFC 5321, as far as sending needs it). */
export async function startMailServer() {
  let received = ''
  const server = createServer((socket) => {
    const reply = (line: string) => socket.write(`${line}\r\n`)
    reply('220 mail.test')
    // A mail arrives in several parts.
    let isMail = false
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      if (isMail) {
        isMail = !received.endsWith('\r\n.\r\n')
        return isMail || reply('250 done')
      }
      isMail = /^DATA/m.test(text)
      if (isMail) return reply('354 go on')
      if (/^QUIT/m.test(text)) return socket.end('221 bye\r\n')
      return reply('250 done')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    server,
    url: `smtp://127.0.0.1:${getPort(server)}`,
    /** Returns all commands and mails as received. */
    received: () => received,
    /** Returns the text of all mails. */
    text: () => received.replaceAll('=\r\n', '').replaceAll('=3D', '='),
    /** Returns the newest link to a path; undefined if there is none. */
    linkTo(path: string): string | undefined {
      return this.text()
        .match(/http:[^\s"<>]+/g)
        ?.findLast((link) => new URL(link).pathname.startsWith(path))
    },
    close: () => void server.close(),
  }
}

/** Starts a mail server for one test. */
export async function givenMailServer() {
  const mail = await startMailServer()
  onTestFinished(mail.close)
  return mail
}
