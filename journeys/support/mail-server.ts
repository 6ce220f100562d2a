import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Starts a mail server that stores what it receives (RFC 5321, as far as sending needs it). */
export async function startMailServer() {
  let received = ''
  const server = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let isMail = false
    say('220 mail.test')
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      if (isMail && !received.endsWith('\r\n.\r\n')) return undefined
      isMail = text === 'DATA\r\n'
      if (isMail) return say('354 go on')
      return text === 'QUIT\r\n' ? socket.end('221 bye\r\n') : say('250 done')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the newest link to a path; undefined if there is none. */
    linkTo(path: string): string | undefined {
      return this.text()
        .match(/http:[^\s"<>]+/g)
        ?.findLast((link) => new URL(link).pathname.startsWith(path))
    },
    /** Returns the text of all mails. */
    text: () => received.replaceAll('=\r\n', '').replaceAll('=3D', '='),
    close: () => server.close(),
  }
}
