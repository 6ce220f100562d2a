-- The tables of the sign-in library as its generator writes them, in a schema of their own.
create schema auth;

create table auth."user" (
  "id" text not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null,
  "twoFactorEnabled" boolean
);

create table auth."session" (
  "id" text not null primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" ("id") on delete cascade
);
create index on auth."session" ("userId");

create table auth."account" (
  "id" text not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null
);
create index on auth."account" ("userId");

create table auth."verification" (
  "id" text not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null
);
create index on auth."verification" ("identifier");

create table auth."jwks" (
  "id" text not null primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

create table auth."twoFactor" (
  "id" text not null primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);
create index on auth."twoFactor" ("secret");
create index on auth."twoFactor" ("userId");

create table auth."rateLimit" (
  "id" text not null primary key,
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);

create table auth."passkey" (
  "id" text not null primary key,
  "name" text,
  "publicKey" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "credentialID" text not null unique,
  -- Unsigned 32 bits, which exceed an integer; a bigint would arrive as text.
  "counter" double precision not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);
create index on auth."passkey" ("userId");

-- Sessions that have ended, in any way: their tokens, which live for 15 minutes, end with them.
create table auth.ended_sessions (
  id text primary key,
  end_time timestamptz not null default now()
);
create index on auth.ended_sessions (end_time);
create function auth.note_ended_session() returns trigger language plpgsql as $$
begin
  insert into auth.ended_sessions (id) values (old.id) on conflict do nothing;
  delete from auth.ended_sessions where end_time < now() - interval '20 minutes';
  return null;
end $$;
create trigger note_end after delete on auth.session
  for each row execute function auth.note_ended_session();

-- Wrong passwords given for an address, and the code that was mailed to it.
create table auth.password_guesses (
  account text primary key,
  guesses integer not null,
  last_time timestamptz not null default now(),
  code_hash text,
  code_time timestamptz
);
create index on auth.password_guesses (last_time);
