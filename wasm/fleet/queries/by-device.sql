-- What one method costs the main thread on each device. Variables: tables, app, class, method.
SELECT
  f.device, f.version, count(*) AS files,
  sum(m.calls_count)::BIGINT AS calls,
  median(m.inclusive_wall_ns) AS inclusive_wall_median_ns,
  quantile_cont(m.inclusive_wall_ns, 0.9) AS inclusive_wall_p90_ns,
  median(m.exclusive_wall_ns) AS exclusive_wall_median_ns
FROM read_parquet(getvariable('tables') || '/*/methods.parquet') AS m
JOIN read_parquet(getvariable('tables') || '/*/files.parquet') AS f USING (file)
WHERE m.main AND f.app = getvariable('app') AND m.class = getvariable('class') AND m.name = getvariable('method')
GROUP BY f.device, f.version
ORDER BY inclusive_wall_median_ns DESC, f.device, f.version;
