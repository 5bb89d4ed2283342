package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/incidentlib/incidentlib/internal/incident"
)

// build writes a database of the corpus into a new file, in one transaction.
// progress, if not nil, is told how far a step is.
func build(ctx context.Context, corpus *incident.Corpus, path string, progress func(step string, done, total int)) (err error) {
	defer incident.Wrap(&err, "build database %s", path)
	// The file is written through to the disk once, when it is finished.
	db, err := connect(path, "_pragma=page_size(16384)", "_pragma=journal_mode(DELETE)", "_pragma=synchronous(OFF)", "_txlock=immediate")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing once committed
	b := &builder{ctx: ctx, tx: tx, prepared: map[string]*sql.Stmt{}, block: newBlock(0), progress: progress}
	if progress == nil {
		b.progress = func(string, int, int) {}
	}
	b.exec(schema)
	b.exec(fmt.Sprintf("PRAGMA application_id = %d", applicationID))
	b.exec(fmt.Sprintf("PRAGMA user_version = %d", SchemaVersion))
	b.vocabularies(corpus)
	b.cases(corpus)
	b.insert("meta", "hash", corpus.Hash)
	b.insert("meta", "complete", "yes")
	if b.err != nil {
		return b.err
	}
	return tx.Commit()
}

// builder writes rows, in an order that the corpus alone decides, until the
// first error, which it keeps.
type builder struct {
	ctx      context.Context
	tx       *sql.Tx
	prepared map[string]*sql.Stmt // by table; closed with the transaction
	block    *block
	lengths  []uint32
	progress func(step string, done, total int)
	err      error
}

// The steps of a build of which progress is told: cases, then the words of each
// block of them.
const (
	Building = "building the database"
	Indexing = "writing the index of words"
)

func (b *builder) exec(statement string) {
	if b.err == nil {
		_, b.err = b.tx.ExecContext(b.ctx, statement)
	}
}

// insert adds a row with a value for every column of the table.
func (b *builder) insert(table string, values ...any) {
	if b.err != nil {
		return
	}
	stmt := b.prepared[table]
	if stmt == nil {
		q := "INSERT INTO " + table + " VALUES (?" + strings.Repeat(", ?", len(values)-1) + ")"
		if stmt, b.err = b.tx.PrepareContext(b.ctx, q); b.err != nil {
			return
		}
		b.prepared[table] = stmt
	}
	if _, err := stmt.ExecContext(b.ctx, values...); err != nil {
		b.err = fmt.Errorf("table %s: %w", table, err)
	}
}

func (b *builder) vocabularies(corpus *incident.Corpus) {
	for _, kind := range slices.Sorted(maps.Keys(corpus.Vocabularies)) {
		b.insert("vocabulary", kind, marshal(corpus.Vocabularies[kind], packVocabulary))
	}
}

func (b *builder) cases(corpus *incident.Corpus) {
	cases := inOrder(corpus.Cases)
	ctx, stop := context.WithCancel(b.ctx)
	defer stop()
	done := 0
	for rows := range preparedRows(ctx, cases, namesOf(corpus.Vocabularies)) {
		for i := range rows {
			if b.addCase(done, &rows[i]); b.err != nil {
				return
			}
			done++
			b.progress(Building, done, len(cases))
		}
	}
	b.flush()
	b.sets(setsOf(cases))
	sequences := sequencesOf(cases)
	sequences["lengths"] = pack(b.lengths)
	for _, name := range slices.Sorted(maps.Keys(sequences)) {
		b.insert("sequence", name, sequences[name])
	}
}

// row is a case with what takes time to make of it.
type row struct {
	*incident.Case
	summary, body []byte // packed
	text          text
}

// preparedRows makes the rows of all cases on all cores, some of them ahead of
// their use, and hands them over in their order. It ends early with ctx.
func preparedRows(ctx context.Context, cases []*incident.Case, names map[termKey][]string) <-chan []row {
	const atOnce = 64
	out := make(chan []row, 1)
	indexers := make([]*indexer, runtime.GOMAXPROCS(0))
	for i := range indexers {
		indexers[i] = newIndexer(names)
	}
	go func() {
		defer close(out)
		for some := range slices.Chunk(cases, atOnce) {
			rows := make([]row, len(some))
			var all sync.WaitGroup
			for worker, x := range indexers {
				all.Go(func() {
					for i := worker; i < len(some); i += len(indexers) {
						rows[i] = row{Case: some[i], summary: marshal(summaryOf(some[i]), packSummary), body: marshal(some[i], packCase)}
						if some[i].Published() {
							rows[i].text = x.index(some[i])
						}
					}
				})
			}
			all.Wait()
			select {
			case out <- rows:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func (b *builder) addCase(position int, c *row) {
	b.insert("cases", position, c.ID, c.Status, c.MergedInto, c.CreatedAt.UTC().Format(timeForm), c.UpdatedAt.UTC().Format(timeForm), c.summary)
	b.insert("case_body", position, c.body)
	if at := uint32(position / blockSize); at != b.block.number {
		b.flush()
		b.block = newBlock(at)
	}
	b.block.add(uint32(position), c.text)
	b.lengths = append(b.lengths, c.text.length)
}

// flush writes the block of the full text.
func (b *builder) flush() {
	done := 0
	b.block.each(func(block uint32, term string, cases, places []byte) {
		b.insert("posting", block, term, cases, places)
		done++
		b.progress(Indexing, done, len(b.block.postings))
	})
}

func (b *builder) sets(sets map[SetKey]*roaring.Bitmap) {
	keys := slices.SortedFunc(maps.Keys(sets), func(x, y SetKey) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Value, y.Value))
	})
	for _, key := range keys {
		sets[key].RunOptimize()
		bits, err := sets[key].ToBytes()
		if err != nil {
			b.err = errors.Join(b.err, err)
		}
		b.insert("bitmap", key.Kind, key.Value, bits)
	}
}
