import { once } from 'node:events'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { portOf } from '@platform/kernel/values/port-of'

/** A mail server that accepts everything and records it. */
export async function givenMailServer() {
  let received = ''
  const server = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 mail.test')
    // A mail arrives in several parts.
    let isMail = false
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      if (isMail) {
        isMail = !received.endsWith('\r\n.\r\n')
        return isMail || say('250 done')
      }
      isMail = /^DATA/m.test(text)
      if (isMail) return say('354 go on')
      if (/^QUIT/m.test(text)) return socket.end('221 bye\r\n')
      return say('250 done')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const port = portOf(server)
  return { server, url: `smtp://127.0.0.1:${port}`, received: () => received }
}
