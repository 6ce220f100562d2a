create table integrations (
  id text primary key,
  project_id text not null references projects on delete cascade,
  name text not null,
  provider text not null,
  latest_revision_id text not null,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  unique (project_id, name)
);
alter table integrations enable row level security, force row level security;
create policy tenant on integrations
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table revisions (
  id text primary key,
  project_id text not null references projects on delete cascade,
  integration_id text not null references integrations on delete cascade,
  spec_version text not null,
  content jsonb not null,
  created_by text,
  -- The earlier revision that was rolled back to.
  restores text,
  create_time timestamptz not null default now()
);
create index on revisions (integration_id);
alter table integrations add foreign key (latest_revision_id) references revisions
  deferrable initially deferred;
alter table revisions enable row level security, force row level security;
create policy tenant on revisions
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Also counts configurations.
create function count_stored_bytes() returns trigger language plpgsql as $$
begin
  insert into stored_bytes (project_id, bytes)
    select c.project_id,
      sum(octet_length(c.content::text)) * case tg_op when 'INSERT' then 1 else -1 end
      from changed c join projects p on p.id = c.project_id
     group by 1;
  return null;
end $$;
create trigger count_added after insert on revisions referencing new table as changed
  for each statement execute function count_stored_bytes();
create trigger count_removed after delete on revisions referencing old table as changed
  for each statement execute function count_stored_bytes();
