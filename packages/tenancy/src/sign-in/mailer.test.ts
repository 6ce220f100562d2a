// @module-tag separate-networks
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createEgress } from '@platform/kernel/egress/egress'
import { createMailer } from './mailer.ts'
import { givenMailServer } from '@platform/testing/mail-server'
import { firstOf } from '@platform/kernel/values/must'

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
    smtp: { url, egress: givenEgress() },
    from: 'Acme <hello@acme.test>',
    log,
  })

  const isSent = await mailer.send(mail)

  expect(isSent).toBe(true)
  expect(received()).toContain('RCPT TO:<ana@acme.test>')
  expect(received()).toContain('From: Acme <hello@acme.test>')
  expect(received()).toContain(mail.text.replace('\n', '\r\n'))
  expect(lines).toEqual([])
})

it('writes the mail to the log without a server', async () => {
  const { log, lines } = givenLog()
  const mailer = createMailer({ log })

  const isSent = await mailer.send(mail)

  expect(isSent).toBe(false)
  expect(JSON.parse(firstOf(lines))).toMatchObject(mail)
})

it('reports a failure when the server is unavailable', async () => {
  const { server, url } = await givenMailServer()
  server.close()
  const { log, lines } = givenLog()
  const mailer = createMailer({ smtp: { url, egress: givenEgress() }, log })

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
    const mailer = createMailer({ smtp, log })

    const isSent = await mailer.send(mail)

    expect(isSent).toBe(false)
    expect(lines[0]).toContain('the operator has not allowed its network')
    expect(received()).toBe('')
  },
)
