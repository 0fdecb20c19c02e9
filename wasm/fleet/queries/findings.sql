-- Which findings of the overview became more frequent from one version to another, the most first.
-- Variables: tables, app, old, new. Shares are of the version's traces that were searched for findings.
WITH runs AS (
  SELECT file, version, path FROM read_parquet(getvariable('tables') || '/*/files.parquet')
  WHERE app = getvariable('app') AND findings_count IS NOT NULL AND version IN (getvariable('old'), getvariable('new'))
), sizes AS (
  SELECT count(*) FILTER (version = getvariable('old')) AS old_files, count(*) FILTER (version = getvariable('new')) AS new_files FROM runs
)
SELECT
  finding_key, rule,
  count(DISTINCT file) FILTER (version = getvariable('old')) AS old_count,
  count(DISTINCT file) FILTER (version = getvariable('new')) AS new_count,
  coalesce(old_count / nullif(any_value(old_files), 0), 0) AS old_share,
  coalesce(new_count / nullif(any_value(new_files), 0), 0) AS new_share,
  median(wall_ns) FILTER (version = getvariable('new')) AS new_median_ns,
  arg_max(text, wall_ns) AS example, arg_max(path, wall_ns) AS example_path
FROM runs JOIN read_parquet(getvariable('tables') || '/*/findings.parquet') USING (file), sizes
GROUP BY finding_key, rule
ORDER BY new_share - old_share DESC, finding_key
LIMIT 50;
