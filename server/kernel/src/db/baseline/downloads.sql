-- Content of events that is left for download, in parts, so that neither writing nor reading needs
-- memory for all of it.
create table downloads (
  id text not null,
  part integer not null default 0,
  project_id text not null references projects on delete cascade,
  -- Deleted together with the event.
  event_id text collate "C" not null,
  -- Whether the event does not exist yet, because the result is kept until it is requested.
  is_held boolean not null default false,
  body bytea not null,
  primary key (id, part)
);
create index on downloads (event_id);
alter table downloads enable row level security, force row level security;
create policy tenant on downloads
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create function count_held_downloads() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into stored_bytes (project_id, bytes)
      select g.project_id, -sum(octet_length(g.body))
        from gone g join projects p on p.id = g.project_id where g.is_held group by 1;
  end if;
  if tg_op <> 'DELETE' then
    insert into stored_bytes (project_id, bytes)
      select c.project_id, sum(octet_length(c.body))
        from come c join projects p on p.id = c.project_id where c.is_held group by 1;
  end if;
  return null;
end $$;
create trigger count_added after insert on downloads referencing new table as come
  for each statement execute function count_held_downloads();
create trigger count_sent after update on downloads
  referencing old table as gone new table as come
  for each statement execute function count_held_downloads();
create trigger count_removed after delete on downloads referencing old table as gone
  for each statement execute function count_held_downloads();
