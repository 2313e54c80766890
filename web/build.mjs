// Bundles the viewer into the two files that the report carries. Same sources, same bytes.
import { build } from "esbuild";

const folder = process.argv[2] ?? "../src/pirqa/report/viewer";

await build({
  entryPoints: { viewer: "src/main.ts" },
  outdir: folder,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2020"],
  charset: "utf8",
  legalComments: "inline",
  loader: { ".css": "css" },
  logLevel: "warning",
});
