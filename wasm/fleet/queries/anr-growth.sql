-- Which cause of ANR has grown from one version to another, the most first. Variables: tables, app,
-- old, new. Shares are of the version's ANRs. example is a dump of it, of any version; link is what
-- comes behind the page's address to show what its verdict is, once it is dropped there.
WITH counts AS (
  SELECT cause, rule, example_file, v.version, v.anr_count AS n
  FROM read_parquet(getvariable('tables') || '/aggregates/anr_causes.parquet') AS c, unnest(c.versions) AS t(v)
  WHERE c.app = getvariable('app')
), shares AS (
  SELECT *, n / sum(n) OVER (PARTITION BY version) AS share FROM counts
)
SELECT
  cause, rule,
  coalesce(sum(n) FILTER (version = getvariable('old')), 0)::BIGINT AS old_count,
  coalesce(sum(n) FILTER (version = getvariable('new')), 0)::BIGINT AS new_count,
  coalesce(sum(share) FILTER (version = getvariable('old')), 0) AS old_share,
  coalesce(sum(share) FILTER (version = getvariable('new')), 0) AS new_share,
  path AS example, '#file=' || url_encode(name) || '&hash=' || example_file || '&room=dump' AS link
FROM shares
JOIN (SELECT file AS example_file, path, name FROM read_parquet(getvariable('tables') || '/*/files.parquet')) USING (example_file)
WHERE version IN (getvariable('old'), getvariable('new'))
GROUP BY cause, rule, example_file, path, name
ORDER BY new_share - old_share DESC, cause
LIMIT 50;
