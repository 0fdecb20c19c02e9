-- Which traces of a version to open to see what one method does there: those in which it costs the
-- main thread most. Variables: tables, app, version, class, method.
-- link is what comes behind the page's address: opened, or pasted there, it chooses the method once
-- the file is dropped. With the variables site (the page's address), root (what paths begin with
-- that the files lie beneath) and served (the address of that, on the page's own host), it is a whole
-- address that opens the file as well. render/report/table/table.md says what a link is made of.
WITH rows AS (
  SELECT f.path, f.name AS file_name, f.device, f.build, f.file, f.complete,
    m.method, m.calls_count, m.inclusive_wall_ns, m.exclusive_wall_ns,
    hex(encode(concat_ws('.', nullif(m.class, ''), nullif(m.name, '')) || m.signature)) AS named
  FROM read_parquet(getvariable('tables') || '/*/methods.parquet') AS m
  JOIN read_parquet(getvariable('tables') || '/*/files.parquet') AS f USING (file)
  WHERE m.main AND f.app = getvariable('app') AND f.version = getvariable('version')
    AND m.class = getvariable('class') AND m.name = getvariable('method')
  ORDER BY m.inclusive_wall_ns DESC, f.file
  LIMIT 20
)
SELECT
  path, device, build, file, method,
  calls_count AS calls, inclusive_wall_ns, exclusive_wall_ns, complete,
  coalesce(getvariable('site'), '')
    || coalesce('?open=' || url_encode(getvariable('served') || substr(path, 1 + length(getvariable('root')))), '')
    || '#file=' || url_encode(file_name) || '&hash=' || file || '&view=methods&clock=wall&method='
    || printf('%08x', list_reduce(
         list_prepend(2166136261::BIGINT, list_transform(range(1, length(named), 2), lambda i: ('0x' || substr(named, i, 2))::BIGINT)),
         lambda hash, byte: (xor(hash, byte) * 16777619) & 4294967295)) AS link
FROM rows
ORDER BY inclusive_wall_ns DESC, file;
