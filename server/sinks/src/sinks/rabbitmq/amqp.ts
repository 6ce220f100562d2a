import { ProtocolError } from '../bare-connection.ts'

// Frames of AMQP 0-9-1. https://www.rabbitmq.com/resources/specs/amqp0-9-1.pdf, sections 4.2 and 1.4

export const frameTypes = { method: 1, header: 2, body: 3, heartbeat: 8 }
const frameEnd = 0xce
/** Type, channel and size before, and the end after each payload. */
export const frameOverhead = 8

/** Class and method as one number. */
export const methods = {
  connectionStart: 0x000a_000a,
  connectionStartOk: 0x000a_000b,
  connectionTune: 0x000a_001e,
  connectionTuneOk: 0x000a_001f,
  connectionOpen: 0x000a_0028,
  connectionOpenOk: 0x000a_0029,
  connectionClose: 0x000a_0032,
  connectionCloseOk: 0x000a_0033,
  connectionBlocked: 0x000a_003c,
  connectionUnblocked: 0x000a_003d,
  channelOpen: 0x0014_000a,
  channelOpenOk: 0x0014_000b,
  channelClose: 0x0014_0028,
  basicPublish: 0x003c_0028,
  basicReturn: 0x003c_0032,
  basicAck: 0x003c_0050,
  basicNack: 0x003c_0078,
  confirmSelect: 0x0055_000a,
  confirmSelectOk: 0x0055_000b,
}

const basicClass = 0x3c
/** Flags of the properties that messages have, in the order in which they are written. */
const properties = {
  contentType: 0x8000,
  headers: 0x2000,
  deliveryMode: 0x1000,
  messageId: 0x0080,
  timestamp: 0x0040,
  type: 0x0020,
}
const isPersistent = 2

export const writeOctet = (value: number) => Buffer.of(value)
export function writeShort(value: number) {
  const bytes = Buffer.allocUnsafe(2)
  bytes.writeUInt16BE(value)
  return bytes
}
export function writeLong(value: number) {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(value)
  return bytes
}
function writeLongLong(value: number) {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
/** Up to 255 bytes. */
export function writeShortText(text: string) {
  const bytes = Buffer.from(text)
  return Buffer.concat([writeOctet(bytes.length), bytes])
}
export function writeLongText(text: string) {
  const bytes = Buffer.from(text)
  return Buffer.concat([writeLong(bytes.length), bytes])
}

type Table = { [name: string]: string | true | Table }

export function writeTable(entries: Table): Buffer {
  const bytes = Buffer.concat(
    Object.entries(entries).flatMap(([name, value]) => [
      writeShortText(name),
      ...(value === true
        ? [Buffer.from('t'), writeOctet(1)]
        : typeof value === 'string'
          ? [Buffer.from('S'), writeLongText(value)]
          : [Buffer.from('F'), writeTable(value)]),
    ]),
  )
  return Buffer.concat([writeLong(bytes.length), bytes])
}

function writeFrame(type: number, channel: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(payload.length + frameOverhead)
  bytes.writeUInt8(type)
  bytes.writeUInt16BE(channel, 1)
  bytes.writeUInt32BE(payload.length, 3)
  payload.copy(bytes, 7)
  bytes.writeUInt8(frameEnd, bytes.length - 1)
  return bytes
}

export const writeMethodFrame = (channel: number, method: number, ...parts: Buffer[]) =>
  writeFrame(frameTypes.method, channel, Buffer.concat([writeLong(method), ...parts]))

export interface AmqpMessage {
  id: string
  type: string
  /** Seconds since 1970. */
  time: number
  body: Buffer
}

/** Returns the frames of a persistent message with JSON. */
export function writeContentFrames(
  channel: number,
  { id, type, time, body }: AmqpMessage,
  maxPayloadBytes: number,
): Buffer[] {
  const flags = Object.values(properties).reduce((all, flag) => all | flag, 0)
  const frames = [
    writeFrame(
      frameTypes.header,
      channel,
      Buffer.concat([
        ...[writeShort(basicClass), writeShort(0), writeLongLong(body.length), writeShort(flags)],
        writeShortText('application/json'),
        writeTable({ eventId: id, eventType: type }),
        ...[
          writeOctet(isPersistent),
          writeShortText(id),
          writeLongLong(time),
          writeShortText(type),
        ],
      ]),
    ),
  ]
  for (let start = 0; start < body.length; start += maxPayloadBytes) {
    frames.push(writeFrame(frameTypes.body, channel, body.subarray(start, start + maxPayloadBytes)))
  }
  return frames
}

export interface AmqpFrame {
  type: number
  channel: number
  payload: Buffer
  /** Number of bytes of the whole frame. */
  length: number
}

/** Returns the first frame of the bytes; undefined if more must arrive. */
export function readFrame(bytes: Buffer, maxFrameBytes: number): AmqpFrame | undefined {
  if (bytes.length < 7) return undefined
  const size = bytes.readUInt32BE(3)
  const length = size + frameOverhead
  if (length > maxFrameBytes) throw new ProtocolError(`The broker sent a frame of ${length} bytes.`)
  if (bytes.length < length) return undefined
  if (bytes[length - 1] !== frameEnd) throw new ProtocolError('The broker sent a malformed frame.')
  return {
    type: bytes.readUInt8(),
    channel: bytes.readUInt16BE(1),
    payload: bytes.subarray(7, length - 1),
    length,
  }
}

/** Reads the arguments of a method. Throws `RangeError` behind their end. */
export class ArgumentReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  readOctet = () => this.#bytes.readUInt8(this.#advance(1))
  readShort = () => this.#bytes.readUInt16BE(this.#advance(2))
  readLong = () => this.#bytes.readUInt32BE(this.#advance(4))
  readLongLong = () => Number(this.#bytes.readBigUInt64BE(this.#advance(8)))
  readShortText = () => this.#readText(this.readOctet())
  readLongText = () => this.#readText(this.readLong())
  skipTable = () => void this.#advance(this.readLong())

  #readText(length: number): string {
    const start = this.#advance(length)
    return this.#bytes.toString('utf8', start, start + length)
  }

  #advance(length: number): number {
    const start = this.#at
    this.#at += length
    if (this.#at > this.#bytes.length) throw new ProtocolError('The broker sent a malformed frame.')
    return start
  }
}

/** Returns the ID of a message that a header describes, as this platform writes it. */
export function readMessageId(payload: Buffer): string {
  const reader = new ArgumentReader(payload)
  reader.readLong()
  reader.readLongLong()
  const flags = reader.readShort()
  if (flags & properties.contentType) reader.readShortText()
  if (flags & properties.headers) reader.skipTable()
  if (flags & properties.deliveryMode) reader.readOctet()
  return flags & properties.messageId ? reader.readShortText() : ''
}
