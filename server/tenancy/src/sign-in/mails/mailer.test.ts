// @module-tag separate-networks
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createEgress } from '@platform/kernel/egress'
import { mailAsHtml } from './mail-html.ts'
import { createMailer } from './mailer.ts'
import { givenMailServer } from '@platform/testing/mail-server'
import { getFirst } from '@platform/kernel/values'

const publicUrl = 'http://platform.test'
const mail = {
  to: 'ana@acme.test',
  subject: 'Hello',
  text: 'An invite.\nhttp://platform.test/?a=b',
}

function givenEgress(allowCidrs = ['127.0.0.0/8']) {
  const egress = createEgress({ allowCidrs })
  onTestFinished(() => egress.close())
  return egress
}

function givenLog() {
  const lines: string[] = []
  return { lines, log: pino({}, { write: (line: string) => void lines.push(line) }) }
}

it('sends by SMTP', async () => {
  const { url, received } = await givenMailServer()
  const { log, lines } = givenLog()
  const mailer = createMailer({
    publicUrl,
    smtp: { url, egress: givenEgress() },
    from: 'Acme <hello@acme.test>',
    log,
  })

  const isSent = await mailer.send(mail)

  expect(isSent).toBe(true)
  expect(received()).toContain('RCPT TO:<ana@acme.test>')
  expect(received()).toContain('From: Acme <hello@acme.test>')
  expect(received()).toContain(mail.text.replace('\n', '\r\n'))
  expect(received()).toContain('Content-Type: text/html')
  expect(lines).toEqual([])
})

it('shows a button for its link and no links of strangers in HTML', () => {
  const html = mailAsHtml(
    {
      to: 'ana@acme.test',
      subject: '<b>Acme</b> invited you',
      text: 'https://evil.test/\nhttp://platform.test.evil/\n\nTo accept:\nhttp://platform.test/?a="b\n\nhttp://platform.test/help\n\nhttp://platform.test/more\n\n123456',
      action: 'Accept invite',
      links: ['Ask <b>Acme</b>'],
    },
    publicUrl,
  )

  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="http://platform.test/?a=&quot;b"',
    'href="http://platform.test/help"',
    'href="http://platform.test/more"',
  ])
  expect(html.match(/>[^<]+<\/a>/g)).toEqual([
    '>Accept invite</a>',
    '>Ask &lt;b&gt;Acme&lt;/b&gt;</a>',
    '>Open page</a>',
  ])
  expect(html).toContain('<h1>&lt;b&gt;Acme&lt;/b&gt; invited you</h1>')
  expect(html).toContain('<p class="code">123456</p>')
})

it('writes the mail to the log without a server', async () => {
  const { log, lines } = givenLog()
  const mailer = createMailer({ publicUrl, log })

  const isSent = await mailer.send(mail)

  expect(isSent).toBe(false)
  expect(JSON.parse(getFirst(lines))).toMatchObject(mail)
})

it('reports a failure when the server is unavailable', async () => {
  const { server, url } = await givenMailServer()
  server.close()
  const { log, lines } = givenLog()
  const mailer = createMailer({ publicUrl, smtp: { url, egress: givenEgress() }, log })

  const isSent = await mailer.send(mail)

  expect(isSent).toBe(false)
  expect(lines[0]).toContain('The mail could not be sent')
})

it.each(['127.0.0.1', 'localhost'])(
  'sends nothing to %s unless its network is allowed',
  async (host) => {
    const { url, received } = await givenMailServer()
    const { log, lines } = givenLog()
    const smtp = { url: url.replace('127.0.0.1', host), egress: givenEgress(['10.0.0.0/8']) }
    const mailer = createMailer({ publicUrl, smtp, log })

    const isSent = await mailer.send(mail)

    expect(isSent).toBe(false)
    expect(lines[0]).toContain('the operator has not allowed its network')
    expect(received()).toBe('')
  },
)
