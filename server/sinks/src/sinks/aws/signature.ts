import { createHmac, hash } from 'node:crypto'

export interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export interface AwsRequest {
  method: string
  host: string
  /** As sent, percent-encoded, without a query. */
  path: string
  headers: Record<string, string>
  body: string | Buffer
}

export interface Signing {
  credentials: AwsCredentials
  service: string
  region: string
  at: Date
}

/**
 * Returns the headers of the request with AWS's signature (version 4) over all of it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signHeaders(
  { method, host, path, headers, body }: AwsRequest,
  { credentials, service, region, at }: Signing,
): Record<string, string> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const bodyHash = hash('sha256', body)
  const sent: Record<string, string> = {
    ...headers,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    ...(service === 's3' && { 'x-amz-content-sha256': bodyHash }),
  }
  const signed = Object.entries({ ...sent, host }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    method,
    service === 's3' ? path : path.replaceAll(/\/+/g, '/').split('/').map(inPath).join('/'),
    '',
    ...signed.map(([name, value]) => `${name}:${value.trim().replaceAll(/ +/g, ' ')}`),
    '',
    names,
    bodyHash,
  ].join('\n')
  const scope = [day, region, service, 'aws4_request']
  const toSign = [algorithm, time, scope.join('/'), hash('sha256', canonical)].join('\n')
  const key = scope.reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`))
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...sent,
    authorization: `${algorithm} Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

const algorithm = 'AWS4-HMAC-SHA256'

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Encodes a path segment: AWS keeps only letters, digits and `-._~`. */
export const inPath = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
