-- What an operation writes to a provider, and its progress.
create table writes (
  operation_id text primary key references operations on delete cascade,
  project_id text not null references projects on delete cascade,
  installation_id text not null references installations on delete cascade,
  object_name text not null,
  type text not null check (type in ('create', 'update', 'upsert', 'delete')),
  -- The provider's field by which an upsert finds its records.
  key_field_name text,
  is_batch boolean not null,
  all_or_none boolean not null,
  headers jsonb not null,
  -- Empty once all of them have a result.
  records jsonb not null,
  results jsonb not null,
  -- Records that were sent but not answered yet, and when the first and last of them were sent.
  sending integer[] not null default '{}',
  first_sent_time timestamptz,
  last_sent_time timestamptz,
  -- When retries end; null for synchronous writes.
  deadline timestamptz,
  -- Writes wait to be combined by key, and are then sent together.
  batch_key text,
  flush_time timestamptz,
  flush_id text
);
create index on writes (batch_key) where batch_key is not null;
create index on writes (flush_id) where flush_id is not null;
create index on writes (installation_id, last_sent_time);
alter table writes enable row level security, force row level security;
create policy tenant on writes
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Synchronous writes end within seconds and are not counted.
create function count_bytes_of_writes() returns trigger language plpgsql as $$
declare
  added bigint := case when tg_op = 'DELETE' then 0 else octet_length(new.records::text) end
    - case when tg_op = 'INSERT' then 0 else octet_length(old.records::text) end;
begin
  insert into stored_bytes (project_id, bytes)
    select id, added from projects
     where id = case when tg_op = 'DELETE' then old.project_id else new.project_id end;
  return null;
end $$;
create trigger count_added after insert on writes for each row
  when (new.deadline is not null) execute function count_bytes_of_writes();
create trigger count_changed after update of records on writes for each row
  when (new.deadline is not null and old.records is distinct from new.records)
  execute function count_bytes_of_writes();
create trigger count_removed after delete on writes for each row
  when (old.deadline is not null) execute function count_bytes_of_writes();

-- Keys that are held while records are searched and written. A row outlives its write if the next
-- one needs it: what was created, or sent without an answer.
create table upsert_keys (
  connection_id text not null references connections on delete cascade,
  key_hash bytea not null,
  project_id text not null references projects on delete cascade,
  holder text not null,
  expire_time timestamptz not null,
  sent_time timestamptz,
  record_id text,
  primary key (connection_id, key_hash)
);
create index on upsert_keys (project_id);
alter table upsert_keys enable row level security, force row level security;
create policy tenant on upsert_keys
  using ((select tenant from tenancy.proven) in (project_id, '*'));
