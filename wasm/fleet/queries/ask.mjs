// Runs a query and prints its rows as JSON: node ask.mjs QUERY.sql tables=DIR old=1.0 new=1.1 ...
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const [query, ...settings] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create()).connect();
for (const setting of settings) {
  const [name, ...value] = setting.split('=');
  await connection.run(`SET VARIABLE ${name} = $1`.replace('$1', `'${value.join('=').replaceAll("'", "''")}'`));
}
const rows = await connection.runAndReadAll(readFileSync(query, 'utf8'));
console.log(JSON.stringify(rows.getRowObjectsJson()));
