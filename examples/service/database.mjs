// @ts-check

/**
 * @typedef {{ run(...values: unknown[]): unknown, all(): any[] }} Statement
 * @typedef {{ exec(sql: string): void, prepare(sql: string): Statement, close(): void }} Database
 */

/** The ledger is a table, a line a row; what was asked and answered is read from it, so that nothing is kept twice. */
const TABLES = `
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS ledger (place INTEGER PRIMARY KEY, line TEXT NOT NULL);
  CREATE VIEW IF NOT EXISTS questions AS
    SELECT line ->> 'row' AS row, line ->> 'probability' AS probability
    FROM ledger WHERE line ->> 'outcome' = 'asked' ORDER BY place;
  CREATE VIEW IF NOT EXISTS answers AS
    SELECT said.line ->> 'row' AS row, header.line ->> ('$.classes[' || CASE
      WHEN json_array_length(header.line, '$.classes') > 2 THEN (said.line ->> 'label') - 1
      ELSE (said.line ->> 'label') > 0 END || ']') AS label
    FROM ledger AS said JOIN ledger AS header ON header.place = 0
    WHERE said.line ->> 'entry' = 'answer' ORDER BY said.place;`;

/**
 * A database with a ledger in it (a LedgerStorage of iwal/labelling), and what its views answer.
 *
 * @param {string} file
 */
export function openDatabase(file) {
  /** @type {{ DatabaseSync: new (file: string) => Database } | undefined} */
  const sqlite = /** @type {any} */ (process.getBuiltinModule('node:sqlite'));
  if (sqlite === undefined) throw new Error(`${file}: Node ${process.versions.node} has no SQLite; expected Node 22.13 or later`);
  const database = new sqlite.DatabaseSync(file);
  database.exec(TABLES);
  const insert = database.prepare('INSERT INTO ledger VALUES (?, ?)');
  const ledger = {
    read: () => {
      const rows = database.prepare('SELECT line FROM ledger ORDER BY place').all();
      return rows.map(({ line }) => `${line}\n`).join('');
    },
    /** @param {string} text @param {number} at */
    append(text, at) {
      database.exec('BEGIN IMMEDIATE');
      try {
        // A place that is taken is one that another session has written to: INSERT throws.
        for (const line of text.trimEnd().split('\n')) {
          insert.run(at, line);
          at += line.length + 1;
        }
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
  };
  const close = () => {
    database.close();
  };
  return { ledger, answers: () => database.prepare('SELECT * FROM answers').all(), close };
}
