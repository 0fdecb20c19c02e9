-- Which traces of a version to open to see what one method does there: those in which it costs the
-- main thread most. Variables: tables, app, version, class, method.
SELECT
  f.path, f.device, f.build, f.file, m.method,
  m.calls_count AS calls, m.inclusive_wall_ns, m.exclusive_wall_ns, f.complete
FROM read_parquet(getvariable('tables') || '/part-*/methods.parquet') AS m
JOIN read_parquet(getvariable('tables') || '/part-*/files.parquet') AS f USING (file)
WHERE m.main AND f.app = getvariable('app') AND f.version = getvariable('version')
  AND m.class = getvariable('class') AND m.name = getvariable('method')
ORDER BY m.inclusive_wall_ns DESC, f.file
LIMIT 20;
