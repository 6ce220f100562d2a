import { z } from 'zod'
import { DotPlace } from '../calls/places.ts'
import { TimeFormat } from '../calls/times.ts'
import { readPublicKey } from './public-key.ts'

const Header = z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'the name of a header')

const secret = {
  ours: '`ours`: chosen by the server and sent as `{secret}`',
  reply: '`reply`: from the reply, at `create.secret`',
  app: '`app`: the secret of the connection’s provider app',
}

/** Time of sending in a header, which is signed with the body. */
const SignedTime = z
  .strictObject({
    header: Header.describe('Header that contains the time of sending.'),
    format: z.enum(['unix', 'unix-ms', 'rfc3339', 'http-date']),
    signed: z
      .string()
      .max(50)
      .regex(
        /^[^{}]*(?:\{time\}[^{}]*\{body\}|\{body\}[^{}]*\{time\})[^{}]*$/,
        'a text with {time} and {body}',
      )
      .describe('Signed text: `{time}` is the header as sent, `{body}` the raw body.'),
    toleranceSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .describe(
        'Maximum distance from the time of sending. Above an hour only for providers that send the time of another zone.',
      ),
  })
  .describe('Time of sending in a header of its own, which is signed with the body.')
export type SignedTime = z.infer<typeof SignedTime>

export const Verify = z.discriminatedUnion('style', [
  z
    .strictObject({
      style: z.literal('hmac'),
      hash: z.enum(['sha1', 'sha256']),
      encoding: z.enum(['hex', 'base64']),
      header: Header.describe('Header that contains the signature.'),
      secret: z
        .enum(['ours', 'reply', 'app'])
        .describe(`Key of the signature. ${Object.values(secret).join('; ')}.`),
      param: z
        .string()
        .regex(/^\w{1,50}$/)
        .optional()
        .describe(
          'Name of the provider app’s value in `providerAppMetadata.providerParams` that is the key, if it is not the client secret.',
        ),
      prefix: z
        .string()
        .min(1)
        .max(20)
        .optional()
        .describe(
          'Text before each signature of a header that lists several, separated by commas: `v1=`.',
        ),
      stamped: z
        .strictObject({
          time: z.string().regex(/^\w{1,20}$/),
          signature: z.string().regex(/^\w{1,20}$/),
          joint: z.literal(':').optional().describe('Text between time and body, if not a dot.'),
          toleranceSeconds: z.int().min(1).max(3600),
        })
        .optional()
        .describe(
          'Names of the members of a header such as `t=…,v1=…`, separated by commas or semicolons: a timestamp in seconds and signatures of `<time>.<body>`.',
        ),
      timed: SignedTime.optional(),
      before: z
        .enum(['url', 'method'])
        .optional()
        .describe(
          'Text that is signed before the body: the URL that the provider called, or the method of its request.',
        ),
      key: z
        .literal('hex')
        .optional()
        .describe('Encoding of the secret, if its decoded bytes are the key.'),
    })
    .refine(
      ({ prefix, stamped, timed }) => !stamped || (prefix === undefined && !timed),
      'cannot combine `stamped` with `timed` or `prefix`',
    )
    .refine(
      ({ param, secret: origin }) => param === undefined || origin === 'app',
      '`param` requires the secret of the app',
    )
    .describe('HMAC of the raw body.'),
  z
    .strictObject({
      style: z.literal('publicKey'),
      algorithm: z
        .enum(['ed25519', 'ecdsa-p256'])
        .describe('Ed25519, or ECDSA with P-256 and SHA-256, whose signature is DER.'),
      encoding: z.enum(['hex', 'base64']),
      header: Header.describe('Header that contains the signature.'),
      key: z
        .string()
        .min(40)
        .max(1000)
        .optional()
        .describe('Public key of the provider, the same for every app.'),
      param: z
        .string()
        .regex(/^\w{1,50}$/)
        .optional()
        .describe(
          'Name of the provider app’s value in `providerAppMetadata.providerParams` that is the key. With `key`, it replaces the key if it is set.',
        ),
      timed: SignedTime.optional(),
      sent: z
        .strictObject({
          at: DotPlace.describe('Path in the body of the time.'),
          format: TimeFormat,
          toleranceSeconds: z.int().min(1).max(86_400),
        })
        .optional()
        .describe('Time of sending in the signed body, and its maximum distance.'),
    })
    .refine(
      ({ key, param }) => key !== undefined || param !== undefined,
      'must declare `key` or `param`',
    )
    .refine(
      ({ algorithm, key }) => key === undefined || readPublicKey(algorithm, key) !== undefined,
      { path: ['key'], error: 'is not a public key of the algorithm' },
    )
    .describe('Signature of the raw body by a key pair, of which the public key is known.'),
  z
    .strictObject({
      style: z.literal('token'),
      at: DotPlace.optional().describe('Path in the body of the secret.'),
      each: DotPlace.optional().describe(
        'Path of the secret in each event of `delivery.list`, all of which must have it.',
      ),
      header: Header.optional().describe('Header that contains the secret.'),
      secret: z
        .enum(['ours', 'reply'])
        .describe(`Secret that deliveries contain. ${secret.ours}; ${secret.reply}.`),
    })
    .refine(
      ({ at, each, header }) =>
        [at, each, header].filter((place) => place !== undefined).length === 1,
      'must declare either `at`, `each` or `header`',
    )
    .describe('Secret in the body, in each event or in a header.'),
  z
    .strictObject({
      style: z.literal('basic'),
      user: z
        .string()
        .regex(/^[\w-]{1,50}$/, 'a user name of letters, digits, _ and -')
        .describe('User name, as sent to the provider.'),
      secret: z.literal('ours').describe(`Password. ${secret.ours}.`),
    })
    .describe('HTTP basic authentication.'),
  z
    .strictObject({ style: z.literal('url') })
    .describe(
      'Only the secret URL, for providers that sign nothing. Records are read from the provider in any case.',
    ),
])
export type Verify = z.infer<typeof Verify>

/** Returns where the secret that verifies deliveries comes from; undefined if only the URL is one. */
export function getSecretOrigin(verify: Verify): 'ours' | 'reply' | 'app' | undefined {
  if (verify.style === 'publicKey') return 'app'
  return verify.style === 'url' ? undefined : verify.secret
}
