-- People, who belong to no tenant. A tenant sees its members: the policy follows in
-- organizations.sql, because it names their table.

create table builders (
  id text primary key,
  idp_provider text not null,
  idp_ref text not null,
  first_name text,
  last_name text,
  full_name text,
  primary_email text not null,
  email_verified boolean not null default false,
  create_time timestamptz not null default now(),
  unique (idp_provider, idp_ref)
);
