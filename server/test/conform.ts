/**
 * `npm run conform -- TOOL [test files]`: runs the tests, and checks every response and event against the upstream API
 * document. TOOL is the directory of the conform proxy. Only its checks are used: requests in tests use no socket that
 * could be proxied.
 */
import { spawn } from "node:child_process";
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Exchange } from "./front.ts";

const [given, ...files] = process.argv.slice(2);
if (!given) throw new Error("usage: npm run conform -- TOOL [test files]");
const tool = resolve(given);

const recording = mkdtempSync(join(tmpdir(), "parley-recording-"));
try {
  const failed = await runTests();
  const errors = await check();
  process.exitCode = failed || errors > 0 ? 1 : 0;
} finally {
  rmSync(recording, { recursive: true, force: true });
}

async function runTests(): Promise<boolean> {
  const run = fileURLToPath(new URL("./run.ts", import.meta.url));
  const env = { ...process.env, PARLEY_TEST_RECORDING: recording };
  const child = spawn(process.execPath, [run, ...files], { env, stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((done) => child.on("close", (code) => done(code !== 0)));
}

async function check(): Promise<number> {
  const part = (name: string) => import(pathToFileURL(join(tool, "lib", `${name}.mjs`)).href);
  const json = (path: string): unknown => JSON.parse(readFileSync(join(tool, path), "utf8"));
  const [{ Differences }, { Spec }, { Recorder }, { buildReport, printSummary, writeReport }] = await Promise.all(
    ["differences", "spec", "recorder", "report"].map(part),
  );
  const differences = new Differences(json("differences.json"));
  const spec = new Spec(json("../../reference/upstream-openapi.json"), json("supplement.json"), differences);
  const recorder = new Recorder(spec, { strict: true });
  for (const file of readdirSync(recording))
    for await (const line of createInterface({ input: createReadStream(join(recording, file)) }))
      recorder.record(read(line));
  const report = buildReport(recorder, { tool: "conform", target: "the test suite", strict: true });
  writeReport("conform.json", report);
  printSummary(report);
  return report.totals.errors;
}

/** Converts to the form that the checks expect: bytes, and the real method when a form overrides it. */
function read(line: string) {
  const exchange = JSON.parse(line) as Exchange;
  const [requestBody, responseBody] = [exchange.requestBody, exchange.responseBody].map((body) =>
    Buffer.from(body, "base64"),
  );
  const isForm = String(exchange.requestHeaders["content-type"]).startsWith("application/x-www-form-urlencoded");
  const named = exchange.method === "POST" && isForm ? new URLSearchParams(String(requestBody)).get("method") : null;
  return { ...exchange, method: (named ?? exchange.method).toUpperCase(), requestBody, responseBody };
}
