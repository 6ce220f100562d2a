-- Custom fields of accounts as they were last applied.
create table custom_fields (
  id text primary key,
  connection_id text not null references connections on delete cascade,
  object_name text not null,
  field_name text not null,
  project_id text not null references projects on delete cascade,
  operation_id text references operations on delete set null,
  display_name text not null,
  value_type text not null,
  action text not null check (action in ('create', 'update', 'none')),
  metadata jsonb,
  warnings jsonb not null default '[]',
  error text,
  apply_time timestamptz not null default now(),
  unique (connection_id, object_name, field_name)
);
create index on custom_fields (operation_id);
alter table custom_fields enable row level security, force row level security;
create policy tenant on custom_fields
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Fields of installed objects as last seen, to detect created, deleted and changed ones.
create table watched_schemas (
  installation_id text not null references installations on delete cascade,
  object_name text not null,
  project_id text not null references projects on delete cascade,
  -- Fields of another account are not a change.
  connection_id text not null references connections on delete cascade,
  fields jsonb not null,
  check_time timestamptz not null default now(),
  primary key (installation_id, object_name)
);
create index on watched_schemas (connection_id);
alter table watched_schemas enable row level security, force row level security;
create policy tenant on watched_schemas
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Both count among the bytes that a project stores: accounts at providers and whoever names fields
-- determine how many there are.
create function bytes_of(kept custom_fields) returns bigint stable language sql as $$
  select octet_length(kept.object_name) + octet_length(kept.field_name)
    + octet_length(kept.display_name) + octet_length(kept.value_type)
    + coalesce(octet_length(kept.metadata::text), 0) + octet_length(kept.warnings::text)
    + coalesce(octet_length(kept.error), 0)
$$;
create function bytes_of(kept watched_schemas) returns bigint stable language sql as $$
  select octet_length(kept.object_name) + octet_length(kept.fields::text)
$$;
create function count_bytes_of_fields() returns trigger language plpgsql as $$
declare
  added bigint := case when tg_op = 'DELETE' then 0 else bytes_of(new) end
    - case when tg_op = 'INSERT' then 0 else bytes_of(old) end;
begin
  if added <> 0 then
    insert into stored_bytes (project_id, bytes)
      select id, added from projects
       where id = case when tg_op = 'DELETE' then old.project_id else new.project_id end;
  end if;
  return null;
end $$;
create trigger count_bytes after insert or update or delete on custom_fields
  for each row execute function count_bytes_of_fields();
create trigger count_bytes after insert or update or delete on watched_schemas
  for each row execute function count_bytes_of_fields();
