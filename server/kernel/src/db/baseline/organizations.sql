create table organizations (
  id text primary key,
  label text not null,
  default_team_id text not null,
  create_time timestamptz not null default now(),
  update_time timestamptz
);
alter table organizations enable row level security, force row level security;
create policy tenant on organizations
  using ((select tenant from tenancy.proven) in (id, '*'));

create table memberships (
  id text primary key,
  org_id text not null references organizations on delete cascade,
  builder_id text not null references builders on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'limited')),
  -- Of the role `limited`: the role in each project.
  project_roles jsonb not null default '{}',
  create_time timestamptz not null default now(),
  unique (org_id, builder_id)
);
create index on memberships (builder_id);
alter table memberships enable row level security, force row level security;
create policy tenant on memberships
  using ((select tenant from tenancy.proven) in (org_id, '*'));

alter table builders enable row level security, force row level security;
create policy tenant on builders using (
  (select tenant from tenancy.proven) = '*'
  -- Of which a tenant sees its own.
  or exists (select from memberships m where m.builder_id = builders.id));

create table invites (
  id text primary key,
  org_id text not null references organizations on delete cascade,
  invited_email text not null,
  status text not null check (status in ('pending', 'accepted', 'revoked')),
  expire_time timestamptz not null,
  create_time timestamptz not null default now(),
  update_time timestamptz
);
create unique index on invites (org_id, invited_email) where status = 'pending';
create index on invites (invited_email) where status = 'pending';
create index on invites (org_id, create_time);
alter table invites enable row level security, force row level security;
create policy tenant on invites
  using ((select tenant from tenancy.proven) in (org_id, '*'));

create table claimed_domains (
  id text primary key,
  org_id text not null references organizations on delete cascade,
  domain text not null unique,
  create_time timestamptz not null default now()
);
create index on claimed_domains (org_id);
alter table claimed_domains enable row level security, force row level security;
create policy tenant on claimed_domains
  using ((select tenant from tenancy.proven) in (org_id, '*'));
