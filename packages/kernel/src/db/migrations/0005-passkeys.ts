import { sql, type Kysely } from 'kysely'

/** The table of the sign-in library for passkeys, beside its others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth."passkey" (
      "id" text not null primary key,
      "name" text,
      "publicKey" text not null,
      "userId" text not null references auth."user" ("id") on delete cascade,
      "credentialID" text not null unique,
      -- 32 bits without a sign, which an integer does not hold; a bigint would arrive as text.
      "counter" double precision not null,
      "deviceType" text not null,
      "backedUp" boolean not null,
      "transports" text,
      "createdAt" timestamptz,
      "aaguid" text
    );
    create index on auth."passkey" ("userId");
  `.execute(db)
}
