-- The Incident Library as one SQLite file, for reading with any tool. Texts come
-- in English (_en) and Korean (_ko); NULL is what no source says. Lists keep
-- their order in "position", from 1. Only published cases are in it.

-- What this file is: keys schema (its version, now 1), edition (hash of the
-- data), site (its address), licence.
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE cases (
  id                 TEXT PRIMARY KEY, -- IL-0136
  url                TEXT NOT NULL,    -- its page
  org                TEXT NOT NULL,    -- who ran the system; org_slug is its term
  org_slug           TEXT NOT NULL,
  date               TEXT NOT NULL,    -- YYYY-MM-DD, YYYY-MM or YYYY
  date_kind          TEXT NOT NULL,    -- incident, or report: the day of publication
  severity           TEXT NOT NULL,    -- critical, major, minor, unknown
  root_cause         TEXT,             -- its term
  root_cause_text_en TEXT, root_cause_text_ko TEXT,
  title_en           TEXT, title_ko           TEXT,
  summary_en         TEXT, summary_ko         TEXT,
  symptoms_text_en   TEXT, symptoms_text_ko   TEXT,
  trigger_en         TEXT, trigger_ko         TEXT,
  detection_en       TEXT, detection_ko       TEXT,
  lessons_en         TEXT, lessons_ko         TEXT,
  scope_en           TEXT, scope_ko           TEXT, -- the impact
  users_en           TEXT, users_ko           TEXT,
  region_en          TEXT, region_ko          TEXT,
  detected_minutes   INTEGER,          -- from the first impact to the detection
  resolved_minutes   INTEGER,          -- from the first impact to the resolution
  recurrence_of      TEXT,             -- id of the earlier case that this one repeats
  written_by         TEXT NOT NULL,    -- human, machine
  reviewed_at        TEXT, reviewed_by TEXT,
  created_at         TEXT NOT NULL,    -- RFC 3339
  updated_at         TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The vocabularies. kind: cause, component, symptom, factor, domain, org, severity.
CREATE TABLE terms (
  kind          TEXT NOT NULL,
  slug          TEXT NOT NULL,
  label_en      TEXT, label_ko      TEXT,
  definition_en TEXT, definition_ko TEXT,
  replaced_by   TEXT, -- slug of the term that took its place
  PRIMARY KEY (kind, slug)
) STRICT, WITHOUT ROWID;

-- Which case carries which terms, its organisation, cause and severity among them.
CREATE TABLE case_terms (
  case_id  TEXT NOT NULL REFERENCES cases,
  kind     TEXT NOT NULL,
  slug     TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (case_id, kind, slug),
  FOREIGN KEY (kind, slug) REFERENCES terms
) STRICT, WITHOUT ROWID;
CREATE INDEX case_terms_by_term ON case_terms (kind, slug);

CREATE TABLE events (
  case_id  TEXT NOT NULL REFERENCES cases,
  position INTEGER NOT NULL,
  at       TEXT NOT NULL,    -- a date, or RFC 3339
  approx   INTEGER NOT NULL, -- 1: about that time
  phase    TEXT NOT NULL,    -- trigger, impact, detected, diagnosed, mitigated, resolved, other
  text_en  TEXT, text_ko TEXT,
  PRIMARY KEY (case_id, position)
) STRICT, WITHOUT ROWID;

-- What was done: helped is 1 for what worked, 0 for what was tried and did not.
CREATE TABLE steps (
  case_id  TEXT NOT NULL REFERENCES cases,
  helped   INTEGER NOT NULL,
  position INTEGER NOT NULL,
  at       TEXT,
  text_en  TEXT, text_ko TEXT,
  PRIMARY KEY (case_id, helped, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE action_items (
  case_id  TEXT NOT NULL REFERENCES cases,
  position INTEGER NOT NULL,
  status   TEXT NOT NULL, -- done, planned, unknown
  due      TEXT,
  text_en  TEXT, text_ko TEXT,
  PRIMARY KEY (case_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
  case_id   TEXT NOT NULL REFERENCES cases,
  position  INTEGER NOT NULL,
  url       TEXT NOT NULL,
  kind      TEXT NOT NULL,
  title     TEXT, publisher TEXT, language TEXT,
  license   TEXT NOT NULL,
  archived  TEXT, -- address of a copy
  accessed  TEXT,
  PRIMARY KEY (case_id, position)
) STRICT, WITHOUT ROWID;

-- docs: reference documents. aliases: tracking ids. related: ids of cases.
CREATE TABLE docs    (case_id TEXT NOT NULL REFERENCES cases, position INTEGER NOT NULL, url   TEXT NOT NULL, PRIMARY KEY (case_id, position)) STRICT, WITHOUT ROWID;
CREATE TABLE aliases (case_id TEXT NOT NULL REFERENCES cases, position INTEGER NOT NULL, alias TEXT NOT NULL, PRIMARY KEY (case_id, position)) STRICT, WITHOUT ROWID;
CREATE TABLE related (case_id TEXT NOT NULL REFERENCES cases, position INTEGER NOT NULL, id    TEXT NOT NULL, PRIMARY KEY (case_id, position)) STRICT, WITHOUT ROWID;
