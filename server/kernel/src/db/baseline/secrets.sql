create table data_keys (
  project_id text primary key references projects on delete cascade,
  master_key_id text not null,
  wrapped bytea not null,
  create_time timestamptz not null default now()
);
alter table data_keys enable row level security, force row level security;
create policy tenant on data_keys
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table server_secrets (
  name text primary key,
  master_key_id text not null,
  wrapped bytea not null
);
