import { createPublicKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { ProjectId } from '@platform/contract'
import type { Database } from '../db/database.ts'
import { isKept } from '../values/text.ts'
import type { ProjectRef } from './caller.ts'
import { invalidCredential } from './credential.ts'
import type { Directory } from './directory.ts'
import { growingTo, type ShortCaches } from '../values/caches.ts'

const maxLifeSeconds = 600
const clockSkewSeconds = 30

export interface TokenConsumer {
  groupRef: string
  consumerRef: string
  /** Set if the token is of a person who may decide about writes. */
  approverRoles?: string[]
  /** Set if the person may choose where messages about the group are sent. */
  managesDestinations?: true
}

/**
 * Verifies tokens that builders sign for their end users (RFC 8725). The key is looked up by `kid`
 * among the active keys of this project only, and the key determines the algorithm.
 */
export function consumerTokens(
  database: Database,
  { findVerifyingKey, noteTokenOf }: Directory,
  caches: ShortCaches,
) {
  const keys = caches.open(async (id: string): Promise<Key | undefined> => {
    const [projectId, kid] = id.split(' ') as [ProjectId, string]
    const row = await findVerifyingKey(database.tenant(projectId), { projectId, kid })
    return row && { algorithm: row.algorithm, publicKey: createPublicKey(row.publicKeyPem) }
  })
  /** By project and key: one use per minute is recorded. */
  const noted = new LRUCache<string, true>({ ...growingTo(10_000), ttl: 60_000 })
  const note = async (project: ProjectRef, kid: string, { groupRef }: TokenConsumer) => {
    const key = `${project.id} ${kid}`
    if (noted.has(key)) return
    noted.set(key, true)
    await noteTokenOf(database.tenant(project.id), { kid, groupRef })
  }
  return {
    async verify(
      token: string,
      kid: string,
      project: ProjectRef,
      now: Date,
    ): Promise<TokenConsumer> {
      const key = isUuid(kid) ? await keys.get(`${project.id} ${kid}`) : undefined
      if (!key) throw unknownToken()
      const consumer = toConsumer(await verifyToken(token, key, now), project, now)
      await note(project, kid, consumer)
      return consumer
    },
  }
}

/**
 * Identical for a wrong project, key or signature, so that it reveals nothing about other tenants.
 */
export const unknownToken = () => invalidCredential('The signature of the token is invalid.')

interface Key {
  algorithm: string
  publicKey: KeyObject
}

async function verifyToken(
  token: string,
  { algorithm, publicKey }: Key,
  now: Date,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: [algorithm],
      clockTolerance: clockSkewSeconds,
      currentDate: now,
      requiredClaims: ['iat', 'exp'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw invalidCredential('The token has expired.')
    if (error instanceof errors.JWTClaimValidationFailed) {
      throw invalidCredential(`The claim ${error.claim} of the token is invalid.`)
    }
    if (error instanceof errors.JOSEError) throw unknownToken()
    throw error
  }
}

function toConsumer(payload: JWTPayload, project: ProjectRef, now: Date): TokenConsumer {
  const { iat, exp, aud, groupRef, consumerRef, approverRoles, managesDestinations } = payload
  if (iat! > now.getTime() / 1000 + clockSkewSeconds) {
    throw invalidCredential('The token was issued in the future.')
  }
  if (exp! - iat! > maxLifeSeconds) {
    throw invalidCredential(
      `The token is valid for more than ${maxLifeSeconds} seconds. Issue it with an earlier "exp".`,
    )
  }
  const audiences = [aud ?? []].flat()
  if (
    aud !== undefined &&
    !audiences.some((name) => name === project.id || name === project.name)
  ) {
    throw invalidCredential(
      'The audience of the token is not this project. Set `aud` to the project ID.',
    )
  }
  return {
    groupRef: textClaim('groupRef', groupRef),
    consumerRef: textClaim('consumerRef', consumerRef),
    ...(approverRoles !== undefined && { approverRoles: parseRoles(approverRoles) }),
    ...(managesDestinations === true && { managesDestinations }),
  }
}

const ApproverRoles = z.array(z.string().max(100)).max(100)

function parseRoles(claim: unknown): string[] {
  const { success, data } = ApproverRoles.safeParse(claim)
  if (success) return data
  throw invalidCredential('The claim approverRoles of the token is not a list of up to 100 texts.')
}

function textClaim(name: string, value: unknown): string {
  const isText = typeof value === 'string' && isKept(value)
  if (isText && value.length > 0 && value.length <= 512) return value
  throw invalidCredential(`The claim ${name} of the token is missing.`)
}

export const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
