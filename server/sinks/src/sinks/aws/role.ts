import { readFile } from 'node:fs/promises'
import type { TenantEgress } from '@platform/kernel/egress'
import { awsHost } from './hosts.ts'
import type { AwsCredentials } from './signature.ts'

/** Returns the credentials of the server's own AWS role; throws if there are none. */
export type AwsRole = () => Promise<AwsCredentials>

/** The machine has no role for the server, or did not reply. */
export class NoAwsRole extends Error {
  override name = 'NoAwsRole'
}

type Environment = Record<string, string | undefined>
type Lent = AwsCredentials & { expireTime: number }
/** A way to get credentials; resolves to undefined if the machine does not have it. */
type Source = (egress: TenantEgress, env: Environment) => Promise<Lent | undefined>

/** Addresses of AWS's metadata services: for instances, ECS tasks and EKS pods. */
export const metadataAddresses = [
  '169.254.169.254/32',
  'fd00:ec2::254/128',
  '169.254.170.2/32',
  '169.254.170.23/32',
  'fd00:ec2::23/128',
]

/** How long before they expire credentials are renewed. */
const earlyMs = 5 * 60_000
const timeoutMs = 5_000

/**
 * Returns the machine's AWS role, found like the AWS SDK does: in the environment, for a web
 * identity (EKS), of a container (ECS, EKS), of an instance (EC2). Cached until shortly before it
 * expires; concurrent callers share one request.
 */
export function awsRole(
  egress: TenantEgress,
  { env = process.env, now = Date.now }: { env?: Environment; now?: () => number } = {},
): AwsRole {
  let lent: Lent | undefined
  let search: Promise<Lent> | undefined

  const find = async (): Promise<Lent> => {
    for (const source of [ofEnvironment, ofWebIdentity, ofContainer, ofInstance]) {
      const found = await source(egress, env)
      if (found) return found
    }
    throw new NoAwsRole('The server’s machine has no AWS role.')
  }

  return async () => {
    if (lent && lent.expireTime - now() > earlyMs) return lent
    search ??= find().finally(() => (search = undefined))
    try {
      lent = await search
    } catch (error) {
      // The cached credentials are still valid for a while, in which the source may recover.
      if (!lent || lent.expireTime <= now()) throw asNoRole(error)
    }
    return lent
  }
}

/** For servers whose operator does not share the role. */
export const noAwsRole: AwsRole = () =>
  Promise.reject(
    new NoAwsRole('The operator does not allow projects to use the server’s AWS role.'),
  )

const asNoRole = (error: unknown) =>
  error instanceof NoAwsRole
    ? error
    : new NoAwsRole(`The server’s AWS role could not be loaded: ${(error as Error).message}`, {
        cause: error,
      })

const ofEnvironment: Source = async (_egress, env) => {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey) return undefined
  const sessionToken = env['AWS_SESSION_TOKEN']
  return {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    expireTime: Infinity,
  }
}

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html */
const ofWebIdentity: Source = async (egress, env) => {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: role, AWS_REGION: region } = env
  if (!file || !role) return undefined
  const host = region ? awsHost('sts', region) : 'sts.amazonaws.com'
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: env['AWS_ROLE_SESSION_NAME'] ?? 'platform',
    WebIdentityToken: (await readFile(file, 'utf8')).trim(),
  })
  const xml = await askAws(egress, env['AWS_ENDPOINT_URL_STS'] ?? `https://${host}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(body),
  })
  const findXmlText = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1]
  return toLent({
    AccessKeyId: findXmlText('AccessKeyId'),
    SecretAccessKey: findXmlText('SecretAccessKey'),
    Token: findXmlText('SessionToken'),
    Expiration: findXmlText('Expiration'),
  })
}

/** https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html */
const ofContainer: Source = async (egress, env) => {
  const relative = env['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI']
  const url = relative
    ? new URL(relative, 'http://169.254.170.2')
    : env['AWS_CONTAINER_CREDENTIALS_FULL_URI']
  if (!url) return undefined
  const file = env['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE']
  const token = file
    ? (await readFile(file, 'utf8')).trim()
    : env['AWS_CONTAINER_AUTHORIZATION_TOKEN']
  const headers: Record<string, string> = token ? { authorization: token } : {}
  return toLent(JSON.parse(await askAws(egress, url, { headers })))
}

/** https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html, version 2 */
const ofInstance: Source = async (egress, env) => {
  if (env['AWS_EC2_METADATA_DISABLED'] === 'true') return undefined
  const service = env['AWS_EC2_METADATA_SERVICE_ENDPOINT'] ?? 'http://169.254.169.254'
  const token = await askAws(egress, new URL('/latest/api/token', service), {
    method: 'PUT',
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' },
  })
  const headers = { 'x-aws-ec2-metadata-token': token }
  const roles = new URL('/latest/meta-data/iam/security-credentials/', service)
  const [name] = (await askAws(egress, roles, { headers })).trim().split('\n')
  return toLent(
    JSON.parse(await askAws(egress, new URL(encodeURIComponent(name ?? ''), roles), { headers })),
  )
}

async function askAws(
  egress: TenantEgress,
  url: string | URL,
  options: Parameters<TenantEgress['request']>[1],
): Promise<string> {
  const { status, body } = await egress.request(url, {
    ...options,
    timeoutMs,
    maxBodyBytes: 64 * 1024,
  })
  // The reply can contain secrets, so it is not logged.
  if (status !== 200) throw new NoAwsRole(`${new URL(url).origin} answered ${status}.`)
  return body
}

function toLent({
  AccessKeyId: accessKeyId,
  SecretAccessKey: secretAccessKey,
  Token: sessionToken,
  Expiration: expiration,
}: Record<string, string | undefined>): Lent {
  if (!accessKeyId || !secretAccessKey) throw new NoAwsRole('The reply contains no credentials.')
  const expireTime = expiration ? Date.parse(expiration) : Infinity
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }), expireTime }
}
