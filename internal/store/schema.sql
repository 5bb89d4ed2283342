-- The database of one edition of the library. It is derived from the case and
-- vocabulary files, written once in one transaction and never changed.
--
-- A case is known inside by its position: cases stand in the order of their
-- date (a partial date counts as its first day), then of their id, numbered
-- from 0. Withdrawn cases have a position too. Bitmaps are sets of positions.
-- Times are RFC 3339 text in UTC with nine decimals, so that they sort.

-- Facts about the file: hash (of the corpus), complete ("yes", written last).
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The vocabularies: each an incident.Vocabulary as packVocabulary writes it.
CREATE TABLE vocabulary (
  kind   TEXT PRIMARY KEY, -- incident.Kind
  packed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The cases.
CREATE TABLE cases (
  position    INTEGER PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  status      TEXT NOT NULL CHECK (status IN ('published', 'withdrawn')),
  merged_into TEXT NOT NULL, -- id, or empty
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL,
  summary     BLOB NOT NULL  -- what a list shows of the case: a Summary as packSummary writes it
) STRICT;

CREATE INDEX cases_updated ON cases (updated_at);
CREATE INDEX cases_merged ON cases (merged_into, id) WHERE merged_into <> '';

-- Each case as a whole: an incident.Case as packCase writes it.
CREATE TABLE case_body (
  position INTEGER PRIMARY KEY REFERENCES cases,
  body     BLOB NOT NULL
) STRICT;

-- The full text of the published cases in both languages: for each term that
-- search.Index makes of it, which cases have it and where. A row covers the
-- 16,384 positions of a block. All numbers are uvarints (encoding/binary).
CREATE TABLE posting (
  block  INTEGER NOT NULL, -- position / 16384
  term   TEXT NOT NULL,
  cases  BLOB NOT NULL, -- their number; of each its position less the one before (at first, the block's) and the bytes of its places
  places BLOB NOT NULL, -- of each case in turn: its places, each less the one before
  PRIMARY KEY (block, term)
) STRICT;
-- A place is a column * 2^20 + the number of the term in the column, from 1; one
-- number is left out between two texts. The columns are
--   0 title     1 symptoms (what was seen: symptoms_text)
--   2 terms (id, aliases, year, and every name of the organisation and the terms)
--   3 story (all other prose)     4 parts (of every other column)

-- Sets of positions as serialised roaring bitmaps. Published cases alone are in
-- the sets, but for the set "withdrawn". Kinds and values:
--   cause, component, symptom, factor, domain, org, severity: a slug
--   year: YYYY     month: YYYY-MM (cases dated by year alone are in none)
--   precision: month or year (cases whose date lacks its day, or its month)
--   recurrence: an id (the cases that repeat that one)
--   status: published or withdrawn
--   date_kind: incident or report (which of the two the date is of)
CREATE TABLE bitmap (
  kind  TEXT NOT NULL,
  value TEXT NOT NULL,
  bits  BLOB NOT NULL,
  PRIMARY KEY (kind, value)
) STRICT, WITHOUT ROWID;

-- What is held in memory of all cases, as one value each, little-endian:
--   ids: the ids by position, one a line
--   by_id: uint32, the positions in the order of the ids
--   days: int32, the first day of the date by position, in days since 1970
--   updated, created: uint32, positions, the one changed or added last first
--   detected, resolved: int32, by position, minutes from the impact to the
--     detection and to the resolution, -1 if unknown
--   aliases: tracking ids and other names of cases in lower case, sorted, one a line
--   aliased: uint32, the position that each alias names
--   lengths: uint32, how many terms the text has, by position
CREATE TABLE sequence (
  name   TEXT PRIMARY KEY,
  packed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
