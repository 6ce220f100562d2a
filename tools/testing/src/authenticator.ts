import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { must } from '@platform/kernel/values'

interface Ceremony {
  options: { challenge: string }
  origin: string
  rpId: string
  /** Whether it verified its owner by PIN, fingerprint or the like. */
  userVerified?: boolean
}

/** Simulates a device with one passkey, as seen through browsers (Web Authentication, level 3). */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  const authenticatorData = ({ rpId, userVerified = true }: Ceremony, ...rest: Buffer[]) => {
    const flags = 0x01 | (userVerified ? 0x04 : 0) | (rest.length > 0 ? 0x40 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(++counter, 1)
    return Buffer.concat([sha256(rpId), head, ...rest])
  }
  const reply = (response: object) => {
    const text = id.toString('base64url')
    return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response }
  }

  return {
    register(ceremony: Ceremony) {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const { x, y } = publicKey.export({ format: 'jwk' })
      const data = authenticatorData(
        ceremony,
        Buffer.alloc(16),
        idLength,
        id,
        // CBOR: { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y }
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(must(x, 'x'), 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(must(y, 'y'), 'base64url'),
      )
      const attestation = Buffer.concat([
        // CBOR: { fmt: 'none', attStmt: {}, authData: bytes of a one-byte length }
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return reply({
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    authenticate(ceremony: Ceremony) {
      const client = clientData('webauthn.get', ceremony)
      const data = authenticatorData(ceremony)
      return reply({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString(
          'base64url',
        ),
      })
    },
  }
}

const clientData = (type: string, { options: { challenge }, origin }: Ceremony) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const sha256 = (data: string | Buffer) => hash('sha256', data, 'buffer')
