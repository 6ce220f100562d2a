-- Published packages of this and former versions of the server: a lockfile that names an older one
-- still finds it after an upgrade.
create table published_packages (
  name text not null,
  version text not null,
  manifest jsonb not null,
  integrity text not null,
  shasum text not null,
  tarball bytea not null,
  publish_time timestamptz not null default now(),
  primary key (name, version)
);
