package store

import (
	"context"
	"database/sql"
)

// Terms returns every term of the full text.
func (d *DB) Terms(ctx context.Context) (map[string]bool, error) {
	stmt, err := d.db.PrepareContext(ctx, "SELECT DISTINCT term FROM posting")
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	out := map[string]bool{}
	err = query(ctx, stmt, func(rows *sql.Rows) error {
		var term string
		err := rows.Scan(&term)
		out[term] = true
		return err
	})
	return out, err
}
