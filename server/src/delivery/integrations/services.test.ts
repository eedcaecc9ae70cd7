/** Every integration: its declaration, its fixtures through its URL, and what wrong documents do. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test as unit } from "node:test";
import fc from "fast-check";
import { org, test } from "../../../test/index.ts";
import { ApiError } from "../../kernel/api/index.ts";
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from "../../kernel/api/limits.ts";
import { isLonger, unprintablePosition } from "../../kernel/names/printable.ts";
import { emojiByName } from "../../text/emoji/emoji.ts";
import { render } from "../../text/markdown/render.ts";
import { TEST_NAMES, TEST_OPTIONS } from "../../text/markdown/test-names.ts";
import type { Fixture } from "./fixtures/fixture.ts";
import { fixtures } from "./fixtures/index.ts";
import { read } from "./fixtures/read.ts";
import type { Integration } from "./integration.ts";
import { type Interpretation, interpret } from "./interpret.ts";
import { integrations } from "./services/index.ts";
import { deliver, incomingBot, seenBy } from "./testing.ts";

unit("names are unique, and declarations are complete", () => {
  const names = integrations.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  assert.deepEqual(names, [...new Set(names)]);
  for (const { name, title, about, setup, signature, events, picture } of integrations as readonly Integration[]) {
    assert.match(name, /^[a-z][a-z0-9_]*$/);
    assert.match(about, /^[A-Z].*\.$/, name);
    assert.ok(title !== "" && setup.length > 0 && Object.keys(events).length > 0, name);
    assert.match(picture.color, /^#[0-9a-f]{6}$/, name);
    assert.ok(picture.initials.length <= 2, name);
    assert.ok(
      setup.some((step) => step.includes("`URL`")),
      `${name}: where does the URL go?`,
    );
    // Clients know no other marks (`settings/integrations/markdown.ts`).
    for (const text of [...setup, signature?.about ?? ""])
      assert.doesNotMatch(text.replace(/\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\(https:[^)\s]+\)/g, ""), /[*`[\]]/, name);
    for (const event of Object.values(events)) assert.match(event.about, /^[A-Z].*[^.]$/, name);
  }
});

/** What the server fetches itself. */
const FETCHED = ["calendars", "feeds"];

unit("the help page has a link to every integration", () => {
  const help = readFileSync(new URL("../../../../docs/help/integrations.md", import.meta.url), "utf8");
  const linked = [...help.matchAll(/\(\/integrations\/(\w+)\)/g)].map(([, name]) => name);
  assert.deepEqual(linked.sort(), [...integrations.map(({ name }) => name), ...FETCHED].sort());
});

unit("every integration has fixtures", () => {
  assert.deepEqual(Object.keys(fixtures).sort(), integrations.map(({ name }) => name).sort());
  for (const { name } of integrations)
    assert.ok(
      (fixtures[name] ?? []).some((fixture) => posted(name, fixture).kind === "message"),
      name,
    );
});

const named = (name: string): Integration => integrations.find((each) => each.name === name) as Integration;
const posted = (name: string, fixture: Fixture): Interpretation => interpret(named(name), read(fixture));

unit("emoji in messages exist", () => {
  for (const [name, all] of Object.entries(fixtures))
    for (const fixture of all) {
      const message = posted(name, fixture);
      if (message.kind !== "message" || ["slack_incoming", "discord"].includes(name)) continue;
      for (const [, emoji = ""] of message.content.matchAll(/(?<=^|\s):([a-z_]+):(?=\s)/g))
        assert.ok(emojiByName(emoji), `${name}: :${emoji}:`);
    }
});

test("every fixture is posted through its URL, whole, and mentions nobody", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("events", [ada]);
  for (const { name } of integrations) {
    const hook = await incomingBot(acme, ada, { name });
    for (const fixture of fixtures[name] ?? []) {
      const expected = posted(name, fixture);
      const at = `${name}: ${fixture.name}`;
      const query = { stream: "events", ...fixture.query };
      const response = await deliver(acme, hook, name, { ...fixture, query });
      assert.equal(response.status, 200, `${at}: ${response.text}`);
      const narrow = [{ operator: "sender", operand: hook.id }];
      const [message] = (await seenBy(ada, { count: 1, narrow })).slice(-1);
      if (expected.kind !== "message") continue;
      assert.deepEqual([message?.subject, message?.content], [expected.topic, expected.content], at);
      const [shown] = (await seenBy(ada, { count: 1, narrow, html: true })).slice(-1);
      assert.doesNotMatch(shown?.content ?? "", /user-mention|user-group-mention/, at);
      assert.deepEqual(
        shown?.flags.filter((flag) => flag.includes("mentioned")),
        [],
        at,
      );
    }
    const expectedCount = (fixtures[name] ?? []).filter((each) => posted(name, each).kind === "message").length;
    const narrow = [{ operator: "sender", operand: hook.id }];
    assert.equal((await seenBy(ada, { narrow })).length, expectedCount, `${name} posts each once`);
  }
});

unit("a document of long runs of spaces is read quickly", () => {
  const long = `a${" ".repeat(19_000)}b`;
  const many = (each: object) => Array.from({ length: 50 }, () => each);
  const object = { type: "mrkdwn", text: long };
  const documents = {
    slack_incoming: {
      blocks: [
        { type: "section", fields: many(object) },
        { type: "rich_text", elements: [{ type: "rich_text_section", elements: many({ type: "text", text: long }) }] },
      ],
      attachments: [{ fields: many({ title: "x", value: long }) }],
    },
    discord: { embeds: [{ fields: many({ name: "x", value: long }) }] },
    json: { deep: { all: many({ long }) } },
  };
  const template = "{{deep}}".repeat(500);
  for (const [name, body] of Object.entries(documents)) {
    const started = process.cpuUsage();
    assert.equal(posted(name, { name, body, query: { template } }).kind, "message");
    const { user } = process.cpuUsage(started);
    assert.ok(user < 1_000_000, `${name}: ${user / 1000} ms`);
  }
});

/** A document in which one place is something else. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  const places = pathsIn(value);
  const other = fc.oneof(
    fc.constantFrom<unknown>(null, undefined, "", 0, -1, 1e300, true, [], {}, [[]], [null], "x".repeat(30_000)),
    fc.constantFrom(
      "@**all** @*support* @**Ben** @_**Ben**",
      "```\n",
      "](javascript:1)",
      "\0\ud800",
      "\n# x\n> y",
      "[a](b)".repeat(500),
      "https://[",
      "$$x$$",
    ),
    fc.jsonValue({ maxDepth: 3 }),
  );
  return fc
    .array(fc.tuple(fc.constantFrom(...places), other), { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce((whole, [path, each]) => replaced(whole, path, each), value));
}

function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...path, name]))];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other;
  if (typeof value !== "object" || value === null) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = replaced(copy[name], rest, other);
  return copy;
}

const NOBODY = { users: [], groups: [], channelWildcard: false, topicWildcard: false };

/** For a longer search: PARLEY_FUZZ_RUNS=2000 PARLEY_FUZZ_SEED=7. */
const runs = { numRuns: Number(process.env.PARLEY_FUZZ_RUNS ?? 40), seed: Number(process.env.PARLEY_FUZZ_SEED ?? 1) };

for (const integration of integrations)
  unit(`${integration.name}: no document, however wrong, fails or becomes a message that cannot be sent`, () => {
    for (const fixture of fixtures[integration.name] ?? [])
      fc.assert(
        fc.property(damaged(read(fixture).payload.value), (value) => {
          let found: Interpretation;
          try {
            found = interpret(
              integration,
              read({ ...fixture, body: JSON.stringify(value) ?? "null", headers: withoutType(fixture) }),
            );
          } catch (error) {
            assert.ok(error instanceof ApiError && error.status === 400, String(error));
            return;
          }
          if (found.kind !== "message") return;
          assert.ok(found.content.trim() !== "" && !isLonger(found.content, MAX_MESSAGE_LENGTH));
          assert.ok(found.topic !== "" && !isLonger(found.topic, MAX_TOPIC_LENGTH));
          assert.equal(unprintablePosition(found.topic), undefined);
          assert.ok(!found.content.includes("\0") && found.content.isWellFormed());
          assert.deepEqual(render(found.content, TEST_NAMES, TEST_OPTIONS).mentions, NOBODY);
          assert.doesNotMatch(found.content, /^\/(?:me|poll|todo)\b/);
        }),
        runs,
      );
  });

/** Texts that are expensive for careless patterns. */
const EXPENSIVE = ["[a](b) ", "**a _b_ ", "`a ``b ", "```\n", "<a|b> <", "{{a}}", "\n", " ", "<", "&amp;"];
const MAX_BODY_CHARACTERS = 1024 * 1024;
/** For the largest document; a message is rendered beside this. */
const MOST_CPU_MS = 400;

/** The document with long texts and long lists. */
function grown(value: unknown, text: string, count: number): unknown {
  if (typeof value === "string") return /^[a-z_.:-]{0,40}$/i.test(value) ? value : value + text;
  if (Array.isArray(value)) return Array.from({ length: count }, (_, n) => grown(value[n % value.length], text, count));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, grown(each, text, count)]));
}

for (const integration of integrations)
  unit(`${integration.name}: the largest documents are read quickly`, () => {
    for (const fixture of fixtures[integration.name] ?? [])
      for (const text of EXPENSIVE)
        for (const [length, count] of [
          [20_000, 8],
          [20_000, 1],
          [500, 30],
        ] as const) {
          const value = grown(read(fixture).payload.value, text.repeat(length / text.length), count);
          const body = JSON.stringify(value);
          if (body.length > MAX_BODY_CHARACTERS) continue;
          const before = process.cpuUsage();
          try {
            interpret(integration, read({ ...fixture, body, headers: withoutType(fixture) }));
          } catch (error) {
            assert.ok(error instanceof ApiError, String(error));
          }
          const ms = process.cpuUsage(before).user / 1000;
          assert.ok(ms < MOST_CPU_MS, `${fixture.name}, ${JSON.stringify(text)}: ${ms} ms`);
        }
  });

/** The damaged document is JSON, also where the fixture is a form. */
const withoutType = ({ headers = {} }: Fixture): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "content-type"));
