import { createPublicKey, type KeyObject } from 'node:crypto'
import { JWTKey, type JwtAlgorithm, type ProjectId } from '@platform/contract'
import type { Selectable } from 'kysely'
import {
  type KeyGrant,
  type TenantLimits,
  mustBeAllowedToActAsEndUsers,
  mustBeWithin,
} from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { newUuid } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Tables } from '@platform/kernel/db/tables'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { toMaskedColumns } from '@platform/kernel/http/update-mask'
import * as store from './store.ts'

interface PublicKey {
  algorithm: JwtAlgorithm
  publicKeyPem?: string
  publicKeyJwk?: Record<string, unknown>
}

/** Registers a public key that verifies end-user tokens, and returns its `kid`. */
export async function createJwtKey(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: Db,
  {
    projectId,
    label,
    by,
    ...given
  }: {
    projectId: ProjectId
    label: string
    /** What the creator may do; absent for the operator. */
    by?: KeyGrant
  } & PublicKey,
): Promise<{ kid: string }> {
  if (by) mustBeAllowedToActAsEndUsers(by)
  const publicKeyPem = parsePublicKey(given).export({ type: 'spki', format: 'pem' })
  return inTransaction(db, async (tx) => {
    const row = await store.insertJwtKey(tx, {
      id: newUuid(),
      projectId,
      label,
      algorithm: given.algorithm,
      publicKeyPem,
    })
    await mustBeWithin(tx, tenantLimits, {
      what: 'jwtKeys',
      tenant: projectId,
      count: () => store.countRows(tx, 'jwtKeys', projectId),
    })
    return { kid: row.id }
  })
}

export async function getJwtKey(db: Db, id: string): Promise<JWTKey> {
  const row = isUuid(id) ? await store.findJwtKey(db, id) : undefined
  if (!row) throw noSuchKey(id)
  return toJwtKey(row)
}

export async function updateJwtKey(
  db: Db,
  {
    id,
    updateMask,
    changes,
    by,
  }: {
    id: string
    updateMask: string[]
    changes: { label?: string; active?: boolean }
    by: KeyGrant
  },
): Promise<JWTKey> {
  const fields = toMaskedColumns(updateMask, changes, JWTKey.pick({ active: true, label: true }))
  if (fields.active === true) mustBeAllowedToActAsEndUsers(by)
  const row = isUuid(id) ? await store.updateJwtKey(db, id, fields) : undefined
  if (!row) throw noSuchKey(id)
  return toJwtKey(row)
}

/** Returns the key and locks it until the transaction ends. */
export async function lockJwtKey(tx: Db, id: string): Promise<Selectable<Tables['jwtKeys']>> {
  const row = isUuid(id) ? await store.lockJwtKey(tx, id) : undefined
  if (!row) throw noSuchKey(id)
  return row
}

/** Call it only after checking whether the key is in use. */
export const deleteJwtKey = store.deleteJwtKey

/** For the erasure of a group. */
export const forgetGroupOfKeys = store.forgetGroupOfKeys

const keyTypes = { RS256: 'RSA', ES256: 'EC', EdDSA: 'OKP' } as const

export const toJwtKey = (row: Selectable<Tables['jwtKeys']>): JWTKey => ({
  id: row.id,
  projectId: row.projectId,
  label: row.label,
  algorithm: keyTypes[row.algorithm as JwtAlgorithm],
  publicKeyPem: row.publicKeyPem,
  active: row.active,
  lastUseTime: row.lastUseTime?.toISOString(),
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime.toISOString(),
})

/**
 * Parses a public key of the algorithm's type. A private key is rejected, although its public key
 * could be derived: the sender should learn that it has leaked.
 */
function parsePublicKey({ algorithm, publicKeyPem, publicKeyJwk }: PublicKey): KeyObject {
  if ((publicKeyPem === undefined) === (publicKeyJwk === undefined)) {
    throw invalidKey('publicKeyPem', 'Set either publicKeyPem or publicKeyJwk.')
  }
  const name = publicKeyPem === undefined ? 'publicKeyJwk' : 'publicKeyPem'
  if (publicKeyPem?.includes('PRIVATE KEY') || (publicKeyJwk && 'd' in publicKeyJwk)) {
    throw invalidKey(
      name,
      'This is a private key. Replace the key pair, and send only the public key.',
    )
  }
  const key = readKey(name, { publicKeyPem, publicKeyJwk })
  const isSuited = suits[algorithm](key)
  if (!isSuited) throw invalidKey(name, `${algorithm} needs ${needs[algorithm]}.`)
  return key
}

function readKey(
  name: string,
  { publicKeyPem, publicKeyJwk }: Omit<PublicKey, 'algorithm'>,
): KeyObject {
  try {
    return publicKeyPem === undefined
      ? createPublicKey({ key: publicKeyJwk as never, format: 'jwk' })
      : createPublicKey(publicKeyPem)
  } catch {
    throw invalidKey(name, 'The public key cannot be parsed.')
  }
}

const needs: Record<JwtAlgorithm, string> = {
  RS256: 'an RSA key of 2048 to 8192 bits',
  ES256: 'a key on the curve P-256',
  EdDSA: 'an Ed25519 key',
}

const suits: Record<JwtAlgorithm, (key: KeyObject) => boolean> = {
  RS256: ({ asymmetricKeyType, asymmetricKeyDetails: { modulusLength = 0 } = {} }) =>
    asymmetricKeyType === 'rsa' && modulusLength >= 2048 && modulusLength <= 8192,
  ES256: ({ asymmetricKeyType, asymmetricKeyDetails }) =>
    asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1',
  EdDSA: ({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519',
}

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

const invalidKey = (name: string, detail: string) => invalidInput({ in: 'body', name, detail })

const noSuchKey = (id: string) =>
  new Problem('jwt-key-not-found', { detail: `No JWT key has the ID ${id}.` })
