/** A message of PostgreSQL's protocol: https://www.postgresql.org/docs/18/protocol-message-formats.html */
export function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

/** Splits bytes into complete messages and the remainder. */
export function split(bytes: Buffer): { messages: Buffer[]; rest: Buffer<ArrayBuffer> } {
  const messages: Buffer[] = []
  let at = 0
  while (bytes.length >= at + 5) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    if (bytes.length < end) break
    messages.push(bytes.subarray(at, end))
    at = end
  }
  return { messages, rest: Buffer.from(bytes.subarray(at)) }
}
