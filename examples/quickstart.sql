-- What the effects of quickstart.toml write to. Run at each start of Senja, in the same database as its own tables.
CREATE TABLE IF NOT EXISTS balances (
  user_id TEXT PRIMARY KEY,
  credit  INTEGER NOT NULL
);
