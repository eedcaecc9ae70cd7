/** Reads the text format of Prometheus strictly: https://prometheus.io/docs/instrumenting/exposition_formats/ */
import assert from "node:assert/strict";

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
const TYPES = new Set(["counter", "gauge", "histogram", "summary", "untyped"]);

/** The families in their order; throws at the first line that Prometheus would not accept. */
export function parsePrometheus(text: string): Map<string, MetricFamily> {
  assert.ok(text.endsWith("\n"), "the last line ends with a line feed");
  const families = new Map<string, MetricFamily>();
  const seen = new Set<string>();
  let family: MetricFamily | undefined;
  let help: { name: string; text: string } | undefined;
  for (const line of text.split("\n").filter(Boolean)) {
    const [, comment, about = "", rest = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (comment === "HELP") help = { name: about, text: rest };
    else if (comment === "TYPE") {
      assert.match(about, NAME);
      assert.ok(TYPES.has(rest), line);
      assert.equal(help?.name, about, `${about} has a text before its type`);
      assert.ok(!families.has(about), `${about} is declared once`);
      family = { name: about, type: rest, help: help.text, samples: [] };
      families.set(about, family);
    } else {
      const sample = parseSample(line);
      assert.ok(family && belongsTo(family, sample.name), `${line} follows its type`);
      const series = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      assert.ok(!seen.has(series), `${series} appears once`);
      seen.add(series);
      family.samples.push(sample);
    }
  }
  for (const each of families.values()) if (each.type === "histogram") checkBuckets(each);
  return families;
}

function parseSample(line: string): Sample {
  const [, name, written = "", value = ""] = SAMPLE.exec(line) ?? [];
  assert.ok(name, `not a sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < written.length) {
    const [, label, text = ""] = LABEL.exec(written) ?? [];
    assert.ok(label && !(label in labels), `labels: ${line}`);
    labels[label] = text;
  }
  const number = Number(value.replace(/^([+-]?)Inf$/, "$1Infinity"));
  // Prometheus reads it in any case.
  assert.ok(!Number.isNaN(number) || /^nan$/i.test(value), `value: ${line}`);
  return { name, labels, value: number };
}

function belongsTo({ name, type }: MetricFamily, sample: string): boolean {
  if (sample === name) return type !== "histogram";
  const suffix = sample.startsWith(name) ? sample.slice(name.length) : "";
  if (type === "histogram") return ["_bucket", "_sum", "_count"].includes(suffix);
  return type === "summary" && ["_sum", "_count"].includes(suffix);
}

/** Buckets are cumulative, and the last has everything. */
function checkBuckets({ name, samples }: MetricFamily): void {
  const keyOf = ({ labels: { le: _, ...labels } }: Sample) => JSON.stringify(Object.entries(labels).sort());
  const buckets = Map.groupBy(
    samples.filter((sample) => sample.name === `${name}_bucket`),
    keyOf,
  );
  for (const [key, ofSeries] of buckets) {
    const counts = ofSeries.map(({ value }) => value);
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => one - other),
      `${name} ${key} is cumulative`,
    );
    assert.equal(ofSeries.at(-1)?.labels.le, "+Inf");
    const total = samples.find((sample) => sample.name === `${name}_count` && keyOf(sample) === key);
    assert.equal(total?.value, counts.at(-1));
  }
}
