-- Which methods of an app's main thread have become dearer from one version to another, the worst
-- first, with their spread. Variables: tables, app, old, new.
-- worse_ns is by how much the median of a trace has risen; apart says whether the old version's
-- p90 lies below the new one's median, so that the spread alone does not explain it.
WITH spread AS (
  SELECT * FROM read_parquet(getvariable('tables') || '/aggregates/method_spread.parquet')
  WHERE app = getvariable('app')
)
SELECT
  new.class, new.name, new.signature, new.own,
  old.files_count AS old_files, new.files_count AS new_files,
  old.inclusive_wall_median_ns AS old_median_ns, old.inclusive_wall_p90_ns AS old_p90_ns,
  new.inclusive_wall_median_ns AS new_median_ns, new.inclusive_wall_p90_ns AS new_p90_ns,
  new.inclusive_wall_median_ns - old.inclusive_wall_median_ns AS worse_ns,
  old.inclusive_wall_p90_ns < new.inclusive_wall_median_ns AS apart
FROM spread AS new
JOIN spread AS old USING (class, name, signature)
WHERE old.version = getvariable('old') AND new.version = getvariable('new')
  AND new.inclusive_wall_median_ns > old.inclusive_wall_median_ns
ORDER BY worse_ns DESC, class, name, signature
LIMIT 50;
