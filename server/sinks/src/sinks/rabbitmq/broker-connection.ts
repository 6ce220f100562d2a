import type { Socket } from 'node:net'
import { BareConnection, describeOtherProtocol, ProtocolError } from '../bare-connection.ts'
import {
  ArgumentReader,
  writeContentFrames,
  frameOverhead,
  frameTypes,
  writeLong,
  writeLongText,
  writeMethodFrame,
  methods,
  writeOctet,
  readFrame,
  readMessageId,
  writeShort,
  writeShortText,
  writeTable,
  type AmqpMessage,
  type AmqpFrame,
} from './amqp.ts'

const protocolHeader = Buffer.from('AMQP\0\0\u0009\u0001', 'latin1')
const maxFrameBytes = 64 * 1024
const channel = 1
const isMandatory = 1

export interface AmqpLogin {
  username: string
  password: string
  virtualHost: string
}

export interface AmqpPublication {
  exchange: string
  routingKey: string
  message: AmqpMessage
}

/** How the broker answered a message. */
export type PublishConfirmation =
  | { kind: 'accepted' }
  | { kind: 'rejected' }
  /** No queue takes it. */
  | { kind: 'returned'; code: number; words: string }

/** The broker closed the channel or connection, and said why. */
export class BrokerClosedError extends Error {
  override name = 'BrokerClosedError'
  readonly code: number

  constructor(code: number, words: string) {
    super(`${code} ${words}`)
    this.code = code
  }
}

interface PendingConfirmation {
  messageId: string
  returned?: { code: number; words: string }
  resolve(confirmation: PublishConfirmation): void
  reject(reason: Error): void
}

/**
 * A signed-in connection to RabbitMQ with one channel whose messages are confirmed. Whatever closes the
 * channel ends the connection.
 */
export class AmqpConnection extends BareConnection {
  readonly #pending = new Map<number, PendingConfirmation>()
  /** By message: the last one is what a returned message belongs to. */
  readonly #tags = new Map<string, number>()
  #expected: { method: number; resolve: (reader: ArgumentReader) => void } | undefined
  #reject: ((reason: Error) => void) | undefined
  #lastTag = 0
  #maxPayloadBytes = maxFrameBytes - frameOverhead
  #hasBegun = false
  #returned: { code: number; words: string } | undefined
  /** Why the broker accepts no messages at present. */
  blockedBecause: string | undefined

  /** Signs in and opens a channel. The socket is destroyed if that fails. */
  static async begin(
    socket: Socket,
    login: AmqpLogin | { virtualHost: string },
    signal: AbortSignal,
  ): Promise<AmqpConnection> {
    const connection = new AmqpConnection(socket)
    const end = () => connection.destroy(signal.reason as Error)
    signal.addEventListener('abort', end)
    try {
      signal.throwIfAborted()
      await connection.#begin(login)
      return connection
    } catch (error) {
      connection.destroy(error as Error)
      throw error
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  /** Publishes the messages; resolves to the answer to each, in order, or rejects for one that has none. */
  publish(publications: readonly AmqpPublication[]): Promise<PublishConfirmation>[] {
    this.mustBeUsable()
    const answers: Promise<PublishConfirmation>[] = []
    this.writeTogether(() => {
      for (const { exchange, routingKey, message } of publications) {
        const tag = ++this.#lastTag
        const { promise, resolve, reject } = Promise.withResolvers<PublishConfirmation>()
        this.#pending.set(tag, { messageId: message.id, resolve, reject })
        this.#tags.set(message.id, tag)
        answers.push(promise)
        this.write(
          writeMethodFrame(
            channel,
            methods.basicPublish,
            ...[
              writeShort(0),
              writeShortText(exchange),
              writeShortText(routingKey),
              writeOctet(isMandatory),
            ],
          ),
        )
        for (const part of writeContentFrames(channel, message, this.#maxPayloadBytes))
          this.write(part)
      }
    })
    return answers
  }

  override end(): void {
    this.write(
      writeMethodFrame(
        0,
        methods.connectionClose,
        writeShort(200),
        writeShortText('OK'),
        writeShort(0),
        writeShort(0),
      ),
    )
    this.endAfterWriting()
  }

  protected override read(bytes: Buffer): number {
    if (!this.#hasBegun && bytes.length > 0 && bytes[0] !== frameTypes.method) {
      if (bytes[0] === protocolHeader[0] && bytes.length >= protocolHeader.length) {
        throw new ProtocolError('The broker does not speak AMQP 0-9-1.')
      }
      if (bytes[0] !== protocolHeader[0]) throw describeOtherProtocol(bytes, 'AMQP')
      return 0
    }
    const frame = readFrame(bytes, maxFrameBytes)
    if (!frame) return 0
    this.#hasBegun = true
    this.#handle(frame)
    return frame.length
  }

  protected override fail(reason: Error): void {
    this.#reject?.(reason)
    for (const { reject } of this.#pending.values()) reject(reason)
    this.#pending.clear()
    this.#tags.clear()
  }

  async #begin(login: AmqpLogin | { virtualHost: string }): Promise<void> {
    const started = this.#expect(methods.connectionStart)
    this.write(protocolHeader)
    await started
    const tuned = this.#expect(methods.connectionTune)
    const [mechanism, response] =
      'username' in login ? ['PLAIN', `\0${login.username}\0${login.password}`] : ['EXTERNAL', '']
    this.write(
      writeMethodFrame(
        0,
        methods.connectionStartOk,
        writeTable({
          product: 'integration-platform',
          capabilities: {
            publisher_confirms: true,
            'basic.nack': true,
            'connection.blocked': true,
            authentication_failure_close: true,
          },
        }),
        ...[writeShortText(mechanism), writeLongText(response), writeShortText('en_US')],
      ),
    )
    const reader = await tuned
    reader.readShort()
    const offered = reader.readLong()
    const agreed = offered === 0 ? maxFrameBytes : Math.min(offered, maxFrameBytes)
    if (agreed < 4096) throw new ProtocolError(`The broker asks for frames of ${agreed} bytes.`)
    this.#maxPayloadBytes = agreed - frameOverhead
    // No heartbeats: attempts have a time limit, and between them a connection is kept for a minute.
    this.write(
      writeMethodFrame(
        0,
        methods.connectionTuneOk,
        writeShort(1),
        writeLong(agreed),
        writeShort(0),
      ),
    )
    await this.#ask(
      writeMethodFrame(
        0,
        methods.connectionOpen,
        writeShortText(login.virtualHost),
        writeOctet(0),
        writeOctet(0),
      ),
      methods.connectionOpenOk,
    )
    await this.#ask(
      writeMethodFrame(channel, methods.channelOpen, writeShortText('')),
      methods.channelOpenOk,
    )
    await this.#ask(
      writeMethodFrame(channel, methods.confirmSelect, writeOctet(0)),
      methods.confirmSelectOk,
    )
  }

  #ask(request: Buffer, reply: number): Promise<ArgumentReader> {
    const replied = this.#expect(reply)
    this.write(request)
    return replied
  }

  #expect(method: number): Promise<ArgumentReader> {
    this.mustBeUsable()
    const { promise, resolve, reject } = Promise.withResolvers<ArgumentReader>()
    this.#expected = { method, resolve }
    this.#reject = reject
    return promise
  }

  #handle({ type, payload }: AmqpFrame): void {
    if (type === frameTypes.header && this.#returned) {
      const tag = this.#tags.get(readMessageId(payload))
      const pending = tag === undefined ? undefined : this.#pending.get(tag)
      if (pending) pending.returned = this.#returned
      this.#returned = undefined
    }
    // The contents of returned messages are known.
    if (type !== frameTypes.method) return
    const reader = new ArgumentReader(payload)
    const method = reader.readLong()
    const expected = this.#expected
    if (method === expected?.method) {
      this.#expected = undefined
      // Its bytes are overwritten when more arrives.
      return expected.resolve(new ArgumentReader(Buffer.from(payload.subarray(4))))
    }
    switch (method) {
      case methods.basicAck: {
        const tag = reader.readLongLong()
        return this.#confirm(tag, { isMultiple: (reader.readOctet() & 1) === 1, isAccepted: true })
      }
      case methods.basicNack: {
        const tag = reader.readLongLong()
        return this.#confirm(tag, { isMultiple: (reader.readOctet() & 1) === 1, isAccepted: false })
      }
      case methods.basicReturn:
        this.#returned = { code: reader.readShort(), words: reader.readShortText() }
        return
      case methods.connectionBlocked:
        this.blockedBecause = reader.readShortText()
        return
      case methods.connectionUnblocked:
        this.blockedBecause = undefined
        return
      case methods.channelClose:
      case methods.connectionClose:
        throw new BrokerClosedError(reader.readShort(), reader.readShortText())
      default:
        throw new ProtocolError(`The broker sent an unexpected method: ${method.toString(16)}.`)
    }
  }

  #confirm(
    lastTag: number,
    { isMultiple, isAccepted }: { isMultiple: boolean; isAccepted: boolean },
  ): void {
    const tags: number[] = isMultiple ? [] : [lastTag]
    // In the order of publication, so what follows is later.
    if (isMultiple)
      for (const tag of this.#pending.keys())
        if (tag <= lastTag) tags.push(tag)
        else break
    for (const tag of tags) {
      const pending = this.#pending.get(tag)
      if (!pending) throw new ProtocolError('The broker confirmed a message that was not sent.')
      const { messageId, returned, resolve } = pending
      this.#pending.delete(tag)
      if (this.#tags.get(messageId) === tag) this.#tags.delete(messageId)
      if (!isAccepted) resolve({ kind: 'rejected' })
      else resolve(returned ? { kind: 'returned', ...returned } : { kind: 'accepted' })
    }
  }
}
