import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  randomBytes,
  randomFillSync,
  type CipherKey,
  type KeyObject,
} from 'node:crypto'
import { loopTurn } from '@platform/connector'
import type { ProjectId } from '@platform/contract'
import type { Database } from '../db/database.ts'
import { getFirst } from '../values/must.ts'

/** Keys that wrap the data keys. The first wraps new ones; the others unwrap old ones. */
export interface MasterKeys {
  current: MasterKey
  all: ReadonlyMap<string, MasterKey>
}

export interface MasterKey {
  /** Start of the key's SHA-256, which identifies the key without revealing it. */
  id: string
  /** 32 bytes. */
  bytes: Buffer
}

/** Owner of a data key: a project, or the server for values without a project. */
export type KeyOwner = ProjectId | 'server'

/** Encrypts and decrypts a project's secrets. Nothing else in the server handles keys. */
export interface Secrets {
  seal(owner: KeyOwner, plaintext: string): Promise<Buffer>
  /** Encrypts many texts: loads the key once. */
  sealAll(owner: KeyOwner, plaintexts: readonly string[]): Promise<Buffer[]>
  /**
   * Loads the owner's key. Call it before a transaction that encrypts, because loading uses another
   * connection.
   */
  ready(owner: KeyOwner): Promise<void>
  /**
   * @throws SealedTextUnreadable if the text was encrypted for another owner or with another key,
   * or was modified
   */
  open(owner: KeyOwner, sealed: Buffer): Promise<string>
}

/** Parses base64 keys of 32 bytes, separated by commas. */
export function parseMasterKeys(text: string): MasterKeys {
  const keys = text.split(',').map((part) => {
    const bytes = Buffer.from(part.trim(), 'base64')
    if (bytes.length !== 32) {
      throw new Error(
        'a master key must be base64 of 32 bytes; create one with: openssl rand -base64 32',
      )
    }
    return { id: hash('sha256', bytes, 'hex').slice(0, 16), bytes }
  })
  return { current: getFirst(keys), all: new Map(keys.map((key) => [key.id, key])) }
}

/**
 * Envelope encryption: each project has a data key, wrapped by a master key. AES-256-GCM; layout:
 * 12 bytes nonce, ciphertext, 16 bytes tag. The project's ID is authenticated as well, so a value
 * copied to another project's row cannot be decrypted.
 */
export function createSecrets(database: Database, masterKeys: MasterKeys): Secrets {
  const dataKeys = new Map<KeyOwner, Promise<KeyObject>>()

  const dataKey = (projectId: KeyOwner): Promise<KeyObject> => {
    const known = dataKeys.get(projectId)
    if (known) return known
    const loading = loadDataKey(database, masterKeys, projectId)
    dataKeys.set(projectId, loading)
    loading.catch(() => dataKeys.delete(projectId))
    return loading
  }

  return {
    async ready(projectId) {
      await dataKey(projectId)
    },
    seal: async (projectId, plaintext) =>
      encrypt(await dataKey(projectId), Buffer.from(plaintext), projectId),
    async sealAll(projectId, plaintexts) {
      const key = await dataKey(projectId)
      const loop = loopTurn()
      const sealed: Buffer[] = []
      for (const text of plaintexts) {
        if (loop.mustPause()) await loop.pause()
        sealed.push(encrypt(key, Buffer.from(text), projectId))
      }
      return sealed
    },
    async open(projectId, sealed) {
      const key = await dataKey(projectId)
      try {
        return decrypt(key, sealed, projectId).toString()
      } catch (cause) {
        throw new SealedTextUnreadable({ cause })
      }
    },
  }
}

async function loadDataKey(
  database: Database,
  masterKeys: MasterKeys,
  projectId: KeyOwner,
): Promise<KeyObject> {
  const [table, column] =
    projectId === 'server' ? ['server_secrets', 'name'] : ['data_keys', 'project_id']
  const wrapped = sealWith(masterKeys.current, randomBytes(32), projectId)
  const client = await database.connect()
  try {
    await client.query(
      `insert into ${table} (${column}, master_key_id, wrapped) values ($1, $2, $3)
       on conflict (${column}) do nothing`,
      [projectId, masterKeys.current.id, wrapped],
    )
    const { rows } = await client.query<{ master_key_id: string; wrapped: Buffer }>(
      `select master_key_id, wrapped from ${table} where ${column} = $1`,
      [projectId],
    )
    const { master_key_id: masterKeyId, wrapped: stored } = getFirst(rows)
    return createSecretKey(openWith(masterKeys, masterKeyId, stored, projectId))
  } finally {
    client.release()
  }
}

/** Wraps a key with a master key, for this context only. */
export const sealWith = (masterKey: MasterKey, plaintext: Buffer, context: string): Buffer =>
  encrypt(masterKey.bytes, plaintext, context)

/** Unwraps a key with the master key of this ID. */
export function openWith(
  masterKeys: MasterKeys,
  masterKeyId: string,
  wrapped: Buffer,
  context: string,
): Buffer {
  const masterKey = masterKeys.all.get(masterKeyId)
  if (!masterKey) throw new MasterKeyMissing([masterKeyId])
  return decrypt(masterKey.bytes, wrapped, context)
}

/** An encrypted text cannot be decrypted with the configured keys. */
export class SealedTextUnreadable extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The stored secret cannot be decrypted: PLATFORM_MASTER_KEY is not the key of this database, or the row was altered.',
      options,
    )
    this.name = 'SealedTextUnreadable'
  }
}

/**
 * Reports whether a stored secret cannot be read until the operator restores a key or someone
 * enters it again.
 */
export const isUnreadable = (error: unknown): error is SealedTextUnreadable | MasterKeyMissing =>
  error instanceof SealedTextUnreadable || error instanceof MasterKeyMissing

/** The database was encrypted with a master key that is not configured. */
export class MasterKeyMissing extends Error {
  constructor(ids: string[]) {
    super(
      `The master key ${ids.join(', ')} is missing: add it to PLATFORM_MASTER_KEY, after the current one.`,
    )
    this.name = 'MasterKeyMissing'
  }
}

const nonces = Buffer.alloc(12 * 256)
let noncesUsed = nonces.length

/**
 * Must be used immediately, because it is overwritten. Many nonces are requested from the system in
 * one call.
 */
function newNonce(): Buffer {
  if (noncesUsed === nonces.length) {
    randomFillSync(nonces)
    noncesUsed = 0
  }
  return nonces.subarray(noncesUsed, (noncesUsed += 12))
}

function encrypt(key: CipherKey, plaintext: Buffer, context: string): Buffer {
  const nonce = newNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: CipherKey, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}
