-- Which cause of ANR has grown from one version to another, the most first. Variables: tables, app,
-- old, new. Shares are of the version's ANRs.
WITH counts AS (
  SELECT cause, rule, v.version, v.anr_count AS n
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
  coalesce(sum(share) FILTER (version = getvariable('new')), 0) AS new_share
FROM shares
WHERE version IN (getvariable('old'), getvariable('new'))
GROUP BY cause, rule
ORDER BY new_share - old_share DESC, cause
LIMIT 50;
