/** The configuration files for other programs: each is parsed here, and checked by its program where that is installed. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parse as parseYaml } from "yaml";
import { NODE_VERSION } from "../server/build/platforms.ts";
import { isVariable } from "../server/src/kernel/variables.ts";
import { isInstalled } from "./support/programs.ts";

const ROOT = join(import.meta.dirname, "..");
const DEPLOY = join(ROOT, "deploy");
const read = (file: string) => readFileSync(join(DEPLOY, file), "utf8");

/** What Compose files say about Parley, as far as it is looked at. */
interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly ipam: { readonly config: { subnet: string }[] } }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

test("every configuration file is looked at", () => {
  assert.deepEqual(readdirSync(DEPLOY).sort(), [
    "Caddyfile",
    "compose.postgres.yaml",
    "compose.sqlite.yaml",
    "grafana-dashboard.json",
    "nginx.conf",
    "parley.service",
    "prometheus-alerts.yaml",
  ]);
});

const INSTRUCTIONS =
  "ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR";

/** The instructions in order. A line that ends with a backslash goes on; comments are lines of their own. */
function parseDockerfile(source: string): { readonly name: string; readonly text: string }[] {
  const lines = source
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n");
  return lines.filter(Boolean).map((line) => {
    const [, name = "", text = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    assert.ok(INSTRUCTIONS.split(" ").includes(name), line);
    if (text.startsWith("[")) JSON.parse(text);
    return { name, text };
  });
}

test("the Dockerfile builds in stages, and runs Parley's own runtime without root", () => {
  const all = parseDockerfile(readFileSync(join(ROOT, "Dockerfile"), "utf8"));
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const images = all.filter(({ name }) => name === "FROM").map(({ text }) => text.split(" ")[0]);
  assert.deepEqual(images, Array(2).fill(`node:${NODE_VERSION}-bookworm-slim`));
  const last = all.slice(all.findLastIndex(({ name }) => name === "FROM"));
  const of = (name: string) => last.filter((each) => each.name === name).map(({ text }) => text);
  assert.deepEqual(of("USER"), ["node"]);
  assert.deepEqual(of("VOLUME"), ["/data"]);
  assert.deepEqual(of("STOPSIGNAL"), ["SIGTERM"]);
  assert.deepEqual(JSON.parse(of("ENTRYPOINT")[0] as string), ["/app/parley", "serve"]);
  assert.match(of("HEALTHCHECK")[0] as string, /\/health\/ready/);
  for (const text of of("ENV"))
    for (const [, name = ""] of text.matchAll(/(PARLEY_\w+)=/g)) assert.ok(isVariable(name), name);
  assert.deepEqual(of("COPY"), ["--from=build /parley /app"]);
  const workspaces = ["server", "client", "web", "bench", "e2e"];
  assert.deepEqual([...manifest.workspaces].sort(), [...workspaces].sort());
  for (const workspace of workspaces)
    assert.equal(
      all.filter(({ name, text }) => name === "COPY" && text === `${workspace}/package.json ${workspace}/`).length,
      1,
    );
});

for (const file of ["compose.sqlite.yaml", "compose.postgres.yaml"])
  test(`${file} names only what exists, and Parley cannot change its image`, () => {
    const compose = parseYaml(read(file), { merge: true }) as ComposeFile;
    const services = Object.entries(compose.services);
    for (const [name, { volumes, networks, depends_on = {} }] of services) {
      for (const volume of volumes) {
        const source = volume.split(":")[0] as string;
        assert.ok(
          source.startsWith("./") ? readdirSync(DEPLOY).includes(source.slice(2)) : source in compose.volumes,
          `${name}: ${volume}`,
        );
      }
      for (const network of networks) assert.ok(network in compose.networks, `${name}: ${network}`);
      for (const needed of Object.keys(depends_on)) assert.ok(needed in compose.services, `${name}: ${needed}`);
    }
    const nodes = services.filter(([, { environment }]) => "PARLEY_URL" in environment);
    assert.equal(nodes.length, file === "compose.sqlite.yaml" ? 1 : 2);
    const [network] = Object.values(compose.networks)[0]?.ipam.config ?? [];
    const prefix = network?.subnet.replace(/\.0\/24$/, ".");
    for (const [, { environment, read_only, cap_drop }] of nodes) {
      assert.deepEqual(
        Object.keys(environment).filter((name) => !isVariable(name)),
        [],
      );
      assert.ok(prefix && environment.PARLEY_TRUSTED_PROXIES?.startsWith(prefix));
      assert.deepEqual([read_only, cap_drop], [true, ["ALL"]]);
    }
  });

/** Sections of `Name=value`; names may repeat. */
function parseUnit(source: string): Map<string, [string, string][]> {
  const sections = new Map<string, [string, string][]>();
  let section: [string, string][] | undefined;
  for (const line of source.split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
    const [, heading] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, name, value] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? [];
    if (heading !== undefined) {
      section = [];
      sections.set(heading, section);
    } else if (section && name !== undefined && value !== undefined) section.push([name, value]);
    else assert.fail(`not a line of a unit: ${line}`);
  }
  return sections;
}

test("the systemd unit restarts the server, and lets it do little else", async (t) => {
  const unit = parseUnit(read("parley.service"));
  assert.deepEqual([...unit.keys()], ["Unit", "Service", "Install"]);
  const { ExecStart = "", User, Restart } = Object.fromEntries(unit.get("Service") ?? []);
  assert.deepEqual([User, Restart], ["parley", "on-failure"]);
  assert.equal(ExecStart, "/opt/parley/parley serve");

  await t.test(
    "by its program",
    { skip: !isInstalled("systemd-analyze") && "systemd-analyze is not installed" },
    (t) => {
      const directory = mkdtempSync(join(tmpdir(), "parley-unit-"));
      t.after(() => rmSync(directory, { recursive: true, force: true }));
      const file = join(directory, "parley.service");
      // The program is looked for.
      writeFileSync(file, read("parley.service").replace(/^ExecStart=\S+/m, `ExecStart="${process.execPath}"`));
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
      const about = stderr.split("\n").filter((line) => line.includes("parley.service"));
      assert.deepEqual([status, about], [0, []], stderr);
      // Its measure of what a service could do to its machine, in tenths: a unit without hardening has 96.
      execFileSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", file], { stdio: "ignore" });
    },
  );
});

/** Directives and blocks; enough to notice a missing brace or semicolon where nginx is not installed. */
function parseNginx(text: string): string[] {
  const tokens = text.replaceAll(/#.*$/gm, "").match(/'[^']*'|[^\s{};]+|[{};]/g) ?? [];
  const directives: string[] = [];
  let words: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token !== ";" && token !== "{" && token !== "}") words.push(token);
    else {
      assert.equal(words.length === 0, token === "}", `${words.join(" ")} before ${token}`);
      if (words.length > 0) directives.push(words.join(" "));
      words = [];
      depth += token === "{" ? 1 : token === "}" ? -1 : 0;
      assert.ok(depth >= 0);
    }
  }
  assert.deepEqual([depth, words], [0, []]);
  return directives;
}

test("nginx passes on what Parley needs, and the manual shows the same", () => {
  const directives = parseNginx(read("nginx.conf"));
  for (const needed of [
    "proxy_set_header Host $http_host",
    "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for",
    "proxy_set_header X-Forwarded-Proto $scheme",
    "proxy_set_header Upgrade $http_upgrade",
    "proxy_set_header Connection $connection_upgrade",
    "proxy_buffering off",
  ])
    assert.ok(directives.includes(needed), needed);
  const manual = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, shown = ""] = /```nginx\n(.*?)```/s.exec(manual) ?? [];
  const missing = parseNginx(shown).filter((line) => !directives.includes(line) && !line.startsWith("proxy_pass "));
  assert.deepEqual(missing, []);
});

test("the Caddyfile has a site with a proxy in it", () => {
  const lines = read("Caddyfile")
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter(Boolean);
  const opened = lines.filter((line) => line.endsWith("{")).length;
  assert.equal(opened, lines.filter((line) => line === "}").length);
  assert.ok(lines.some((line) => line.startsWith("reverse_proxy {$NODES:127.0.0.1:9800} {")));
});

/** The figures that docs/metrics.md describes; a test of the server compares them with those that exist. */
function documentedFigures(): Set<string> {
  const page = readFileSync(join(ROOT, "docs/metrics.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| `parley_"));
  const names = rows.flatMap((row) => {
    const [, cell = "", type = ""] = row.split("|").map((each) => each.trim());
    const described = [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    return type === "histogram"
      ? described.flatMap((name) => ["_bucket", "_sum", "_count"].map((end) => name + end))
      : described;
  });
  return new Set(names);
}

/** Of Node's own figures, those that are used here. */
const OF_NODE = [
  ...["nodejs_eventloop_lag_p50_seconds", "nodejs_eventloop_lag_p99_seconds", "nodejs_heap_size_used_bytes"],
  ...["process_cpu_seconds_total", "process_resident_memory_bytes"],
];

/** What looks like a figure must be one; brackets must match. */
function assertExpression(expression: string): void {
  const names = expression.match(/\b(?:parley|nodejs|process)_\w+/g) ?? [];
  const known = documentedFigures();
  for (const name of names) assert.ok(known.has(name) || OF_NODE.includes(name), `${name} in ${expression}`);
  assert.ok(names.length > 0 || expression.startsWith("up{"), expression);
  const open: string[] = [];
  for (const sign of expression.replaceAll(/"[^"]*"/g, "").match(/[()[\]{}]/g) ?? [])
    if ("([{".includes(sign)) open.push(sign);
    else assert.equal(open.pop(), "([{"[")]}".indexOf(sign)], expression);
  assert.deepEqual(open, [], expression);
}

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

test("the alert rules use figures that exist", async (t) => {
  const { groups } = parseYaml(read("prometheus-alerts.yaml")) as { groups: { name: string; rules: AlertRule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  for (const { alert, expr, for: during = "0s", labels, annotations } of rules) {
    assert.match(alert, /^Parley[A-Za-z]+$/);
    assert.match(during, /^\d+[smh]$/);
    assert.ok(["critical", "warning"].includes(labels.severity));
    assert.ok(annotations.summary.length > 20);
    assertExpression(expr);
  }
  await t.test("by promtool", { skip: !isInstalled("promtool") && "promtool is not installed" }, () => {
    execFileSync("promtool", ["check", "rules", join(DEPLOY, "prometheus-alerts.yaml")]);
  });
});

interface DashboardPanel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly refId: string }[];
}

test("the dashboard shows figures that exist, each panel at a place of its own", () => {
  const { panels, templating, ...dashboard } = JSON.parse(read("grafana-dashboard.json")) as {
    uid: string;
    panels: DashboardPanel[];
    templating: { list: { name: string }[] };
  };
  assert.equal(dashboard.uid, "parley");
  assert.deepEqual(
    templating.list.map(({ name }) => name),
    ["datasource", "instance"],
  );
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = new Set<string>();
  for (const { title, type, gridPos, targets = [] } of panels) {
    assert.equal(targets.length === 0, type === "row", title);
    for (const { expr } of targets) assertExpression(expr);
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.ok(!taken.has(`${x} ${y}`), title);
        taken.add(`${x} ${y}`);
      }
  }
});
