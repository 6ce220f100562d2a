-- The link with which the first owner is created.
create table setup_links (
  token_hash bytea primary key,
  expire_time timestamptz not null
);
